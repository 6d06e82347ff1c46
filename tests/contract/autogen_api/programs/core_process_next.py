"""The queue is worked off by hand."""
import asyncio
from dataclasses import dataclass

from autogen_core import (
    AgentId, DefaultTopicId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime,
    default_subscription, message_handler,
)


@dataclass
class Ball:
    n: int


@default_subscription
class Player(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("plays")

    @message_handler
    async def hit(self, message: Ball, ctx: MessageContext) -> None:
        print(self.id, "hits", message.n)
        if message.n:
            await self.publish_message(Ball(message.n - 1), DefaultTopicId())


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Player.register(runtime, "ping", Player)
    await Player.register(runtime, "pong", Player)
    await runtime.publish_message(Ball(3), DefaultTopicId(), sender=AgentId("ping", "default"))
    print("waiting", runtime.unprocessed_messages_count)
    steps = 0
    while runtime.unprocessed_messages_count:
        await runtime.process_next()
        await asyncio.sleep(0.01)
        steps += 1
        print("step", steps, "waiting", runtime.unprocessed_messages_count)
    runtime.start()
    await runtime.publish_message(Ball(1), DefaultTopicId(), sender=AgentId("ping", "default"))
    await runtime.stop_when_idle()
    print("stopped")


asyncio.run(main())
