"""OpenTelemetry spans of a runtime, an agent and a tool."""
import asyncio
from contextlib import contextmanager
from dataclasses import dataclass

from autogen_core import (
    AgentId, DefaultTopicId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime, default_subscription, message_handler,
    trace_create_agent_span, trace_invoke_agent_span, trace_tool_span,
)
from opentelemetry.trace import NonRecordingSpan, SpanContext, Tracer, TracerProvider

ENDED = []


class Span(NonRecordingSpan):
    def __init__(self, name):
        super().__init__(SpanContext(1, 1, False))
        self.name = name

    def end(self, end_time=None):
        ENDED.append(self.name)


class Names(Tracer):
    def start_span(self, name, *args, **kwargs):
        return Span(name)

    @contextmanager
    def start_as_current_span(self, name, *args, **kwargs):
        span = Span(name)
        yield span
        span.end()


class Provider(TracerProvider):
    def get_tracer(self, *args, **kwargs):
        return Names()


@dataclass
class Note:
    text: str


@default_subscription
class Taker(RoutedAgent):
    def __init__(self):
        super().__init__("takes")

    @message_handler
    async def take(self, message: Note, ctx: MessageContext) -> None:
        pass


async def main() -> None:
    runtime = SingleThreadedAgentRuntime(tracer_provider=Provider())
    await Taker.register(runtime, "name", Taker)
    runtime.start()
    await runtime.publish_message(Note("x"), DefaultTopicId())
    await runtime.stop_when_idle()
    print(ENDED)
    ENDED.clear()
    runtime.start()
    await runtime.send_message(Note("x"), AgentId("name", "default"))
    await runtime.stop_when_idle()
    print(ENDED)
    ENDED.clear()
    with trace_create_agent_span("a", tracer=Names()), trace_invoke_agent_span("a", tracer=Names()), trace_tool_span("t", tracer=Names(), tool_call_id="1"):
        pass
    print(ENDED)
    try:
        with trace_tool_span("t", tracer=Names()):
            raise ValueError("passes through")
    except ValueError as error:
        print(error)


asyncio.run(main())
