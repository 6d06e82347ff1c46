"""OpenTelemetry spans."""

import json
import subprocess
import sys
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from studio.core import (
    AgentId,
    DefaultInterventionHandler,
    DefaultTopicId,
    SingleThreadedAgentRuntime,
    trace_create_agent_span,
    trace_invoke_agent_span,
    trace_tool_span,
)
from tests.support.ping_agents import Echo, Failing, Listener, Ping


class Tracing:
    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))

    @property
    def spans(self) -> list[Any]:
        return list(self.exporter.get_finished_spans())

    @property
    def names(self) -> list[str]:
        return [span.name for span in self.spans]


@pytest.fixture
def tracing() -> Tracing:
    return Tracing()


async def test_a_published_message_makes_three_spans(tracing: Tracing) -> None:
    runtime = SingleThreadedAgentRuntime(tracer_provider=tracing.provider)
    await Listener.register(runtime, "name", Listener)
    runtime.start()
    await runtime.publish_message(Ping("x"), DefaultTopicId(), message_id="m")
    await runtime.stop_when_idle()

    assert tracing.names == [
        "autogen create default.(default)-T",
        "autogen process name.(default)-A",
        "autogen publish default.(default)-T",
    ]
    create, process, publish = tracing.spans
    assert [s.kind for s in (create, process, publish)] == [
        SpanKind.PRODUCER,
        SpanKind.CONSUMER,
        SpanKind.PRODUCER,
    ]
    assert create.attributes["messaging.message.type"] == "Ping"
    assert process.attributes["recipient_agent_class"] == "Listener"
    assert process.attributes["message"] == '{"text": "x"}'
    assert json.loads(process.attributes["message_context"]) == {
        "sender": "None",
        "topic_id": "default/default",
        "is_rpc": False,
        "message_id": "m",
    }
    assert process.parent.span_id == publish.context.span_id
    assert (create.parent, publish.parent) == (None, None)
    for span in (process, publish):
        assert [link.context.span_id for link in span.links] == [create.context.span_id]


async def test_a_direct_message_makes_five_with_an_intervention_handler(tracing: Tracing) -> None:
    runtime = SingleThreadedAgentRuntime(
        tracer_provider=tracing.provider, intervention_handlers=[DefaultInterventionHandler()]
    )
    await Echo.register(runtime, "echo", Echo)
    runtime.start()
    await runtime.send_message(Ping(), AgentId("echo", "x"))
    await runtime.stop_when_idle()

    assert tracing.names == [
        "autogen intercept DefaultInterventionHandler",
        "autogen process echo.(x)-A",
        "autogen send echo.(x)-A",
        "autogen ack",
        "autogen create echo.(x)-A",
    ]


async def test_errors_are_in_the_span_of_the_handler(tracing: Tracing) -> None:
    runtime = SingleThreadedAgentRuntime(tracer_provider=tracing.provider)
    await Failing.register(runtime, "bad", Failing)
    runtime.start()
    with pytest.raises(ValueError, match="boom"):
        await runtime.send_message(Ping("boom"), AgentId("bad", "x"))
    await runtime.stop_when_idle()

    failed = [s.name for s in tracing.spans if not s.status.is_ok and s.status.description]
    assert failed == ["autogen process bad.(x)-A", "autogen create bad.(x)-A"]


async def test_spans_lie_within_the_span_around_start(tracing: Tracing) -> None:
    with tracing.provider.get_tracer("program").start_as_current_span("main"):
        runtime = SingleThreadedAgentRuntime(tracer_provider=tracing.provider)
        await Listener.register(runtime, "name", Listener)
        runtime.start()
        await runtime.publish_message(Ping(), DefaultTopicId())
        await runtime.stop_when_idle()

    main = tracing.spans[-1]
    create, _, publish = tracing.spans[:3]
    assert {create.parent.span_id, publish.parent.span_id} == {main.context.span_id}


async def test_the_environment_turns_tracing_off(
    tracing: Tracing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGEN_DISABLE_RUNTIME_TRACING", "true")
    runtime = SingleThreadedAgentRuntime(tracer_provider=tracing.provider)
    await Listener.register(runtime, "name", Listener)
    runtime.start()
    await runtime.publish_message(Ping(), DefaultTopicId())
    await runtime.stop_when_idle()

    assert tracing.names == []


def test_agents_and_tools_have_spans_of_their_own(tracing: Tracing) -> None:
    tracer = tracing.provider.get_tracer("program")
    with (
        tracer.start_as_current_span("parent") as parent,
        trace_create_agent_span("writer", tracer=tracer, agent_id="w1", agent_description="writes"),
    ):
        pass
    with trace_invoke_agent_span("writer", tracer=tracer, parent=parent):
        pass
    with (
        pytest.raises(KeyError),
        trace_tool_span("add", tracer=tracer, tool_description="adds", tool_call_id="c1"),
    ):
        raise KeyError("x")

    create, parent_span, invoke, tool = tracing.spans
    assert create.name == "create_agent writer"
    assert dict(create.attributes) == {
        "gen_ai.operation.name": "create_agent",
        "gen_ai.system": "autogen",
        "gen_ai.agent.name": "writer",
        "gen_ai.agent.id": "w1",
        "gen_ai.agent.description": "writes",
    }
    assert invoke.name == "invoke_agent writer"
    assert invoke.kind is SpanKind.CLIENT
    assert invoke.parent.span_id == parent_span.context.span_id
    assert tool.name == "execute_tool add"
    assert tool.kind is SpanKind.INTERNAL
    assert tool.attributes["gen_ai.tool.call.id"] == "c1"
    assert tool.attributes["error.type"] == "KeyError"
    assert not tool.status.is_ok


def test_without_a_provider_a_span_keeps_nothing() -> None:
    with trace_tool_span("add") as span:
        span.set_attribute("a", 1)
        span.add_event("b")
        span.update_name("c")
        assert not span.is_recording()
        assert not span.get_span_context().is_valid


PROGRAM = """
import asyncio, sys
from studio.core import DefaultTopicId, SingleThreadedAgentRuntime, trace_tool_span
from tests.support.ping_agents import Listener, Ping

async def main():
    runtime = SingleThreadedAgentRuntime()
    await Listener.register(runtime, "ear", Listener)
    runtime.start()
    await runtime.publish_message(Ping(), DefaultTopicId())
    with trace_tool_span("add"):
        await runtime.stop_when_idle()

asyncio.run(main())
names = ("opentelemetry", "google.protobuf", "PIL", "jsonref", "httpx", "openai")
print([name for name in names if name in sys.modules])
"""


def test_a_runtime_loads_neither_opentelemetry_nor_protobuf() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"


GLOBAL_PROGRAM = PROGRAM.replace(
    "asyncio.run(main())",
    """
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
exporter, provider = InMemorySpanExporter(), TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(exporter))
trace.set_tracer_provider(provider)
asyncio.run(main())
print(sorted(span.name.split()[1] for span in exporter.get_finished_spans()))
""",
)


def test_the_provider_that_the_program_has_set_is_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GLOBAL_PROGRAM], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[0] == "['add', 'create', 'process', 'publish']"
