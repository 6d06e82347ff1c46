"""Match predicates choose among handlers of one type."""
import asyncio
from dataclasses import dataclass

from autogen_core import AgentId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime, message_handler
from program_transcript import attempt


@dataclass
class Task:
    kind: str
    n: int = 0


@dataclass
class Word:
    text: str


class Router(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("routes")

    @message_handler(match=lambda m, ctx: m.kind == "math")
    async def z_math(self, message: Task, ctx: MessageContext) -> str:
        return "math"

    @message_handler(match=lambda m, ctx: m.n > 5)
    async def b_big(self, message: Task, ctx: MessageContext) -> str:
        return "big"

    @message_handler(match=lambda m, ctx: m.sender if hasattr(m, "sender") else ctx.sender is not None)
    async def a_from_someone(self, message: Task, ctx: MessageContext) -> str:
        return f"from {ctx.sender}"

    async def on_unhandled_message(self, message, ctx):
        return "nobody"


class Strict(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("strict")

    @message_handler
    async def wrong(self, message: Task, ctx: MessageContext) -> int:
        return "text"

    @message_handler(strict=False)
    async def loose(self, message: Word, ctx: MessageContext) -> int:
        return message.text + "!"


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Router.register(runtime, "router", Router)
    await Strict.register(runtime, "strict", Strict)
    runtime.start()
    router = AgentId("router", "1")
    for task in (Task("math"), Task("math", 9), Task("art", 9), Task("art")):
        print(task, await runtime.send_message(task, router), "|", await runtime.send_message(task, router, sender=AgentId("strict", "x")))
    await attempt("strict", lambda: runtime.send_message(Task("x"), AgentId("strict", "1")))
    print(await runtime.send_message(Word("loose"), AgentId("strict", "1")))
    await runtime.stop()


asyncio.run(main())
