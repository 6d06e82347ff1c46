"""A cancelled token cancels a send and what it started."""
import asyncio
from dataclasses import dataclass

from autogen_core import (
    AgentId, CancellationToken, MessageContext, RoutedAgent, SingleThreadedAgentRuntime, message_handler,
)
from program_transcript import attempt


@dataclass
class Wait:
    nested: bool = False


class Sleeper(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("sleeps")

    @message_handler
    async def wait(self, message: Wait, ctx: MessageContext) -> str:
        if message.nested:
            return await self.send_message(Wait(), AgentId("sleeper", "inner"), cancellation_token=ctx.cancellation_token)
        future = asyncio.ensure_future(asyncio.sleep(60))
        ctx.cancellation_token.link_future(future)
        print(self.id, "waits")
        try:
            await future
        except asyncio.CancelledError:
            print(self.id, "cancelled", ctx.cancellation_token.is_cancelled())
            raise
        return "slept"


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Sleeper.register(runtime, "sleeper", Sleeper)
    runtime.start()
    for nested in (False, True):
        token = CancellationToken()
        task = asyncio.ensure_future(runtime.send_message(Wait(nested), AgentId("sleeper", "k"), cancellation_token=token))
        await asyncio.sleep(0.05)
        token.cancel()
        await attempt(f"nested={nested}", lambda: task)
        await asyncio.sleep(0.05)
    token = CancellationToken()
    called = []
    token.add_callback(lambda: called.append("first"))
    token.cancel()
    token.cancel()
    token.add_callback(lambda: called.append("late"))
    future = asyncio.get_running_loop().create_future()
    print(called, token.is_cancelled(), token.link_future(future) is future, future.cancelled())
    await runtime.stop()


asyncio.run(main())
