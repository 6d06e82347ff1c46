"""Errors of handlers and factories."""
import asyncio
from dataclasses import dataclass

from autogen_core import (
    AgentId, DefaultTopicId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime,
    default_subscription, message_handler,
)
from program_transcript import attempt


@dataclass
class Go:
    how: str


@default_subscription
class Fails(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("fails")

    @message_handler
    async def go(self, message: Go, ctx: MessageContext) -> str:
        if message.how == "relay":
            return await self.send_message(Go("now"), AgentId("fails", "other"))
        if message.how == "now":
            raise ValueError("it failed")
        return "fine"


class Other(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("other")


def broken() -> Fails:
    raise LookupError("no such thing")


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Fails.register(runtime, "fails", Fails)
    await attempt("register twice", lambda: Fails.register(runtime, "fails", Fails))
    await Fails.register(runtime, "broken", broken)
    await runtime.register_factory("liar", lambda: Other(), expected_class=Fails)
    runtime.start()
    for how in ("fine", "now", "relay"):
        await attempt(how, lambda: runtime.send_message(Go(how), AgentId("fails", "k")))
    try:
        await runtime.send_message(Go("x"), AgentId("unknown", "k"))
    except Exception as error:
        print(error)
    await attempt("broken", lambda: runtime.send_message(Go("x"), AgentId("broken", "k")))
    await attempt("liar", lambda: runtime.send_message(Go("x"), AgentId("liar", "k")))
    await attempt("start twice", lambda: runtime.start())
    await runtime.publish_message(Go("now"), DefaultTopicId())
    await attempt("idle", lambda: runtime.stop_when_idle())
    await attempt("stop again", lambda: runtime.stop())
    await attempt("instance of unknown", lambda: runtime.try_get_underlying_agent_instance(AgentId("zzz", "k"), Fails))
    await attempt("instance of wrong class", lambda: runtime.try_get_underlying_agent_instance(AgentId("fails", "k"), Other))
    print(type(Fails()).__name__)

    strict = SingleThreadedAgentRuntime(ignore_unhandled_exceptions=False)
    await Fails.register(strict, "fails", Fails)
    strict.start()
    await strict.publish_message(Go("now"), DefaultTopicId())
    await attempt("idle, strict", lambda: strict.stop_when_idle())


asyncio.run(main())
