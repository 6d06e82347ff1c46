"""A closure agent collects results in a queue."""
import asyncio
from dataclasses import dataclass

from autogen_core import (
    ClosureAgent, ClosureContext, DefaultSubscription, DefaultTopicId, MessageContext, RoutedAgent,
    SingleThreadedAgentRuntime, TopicId, TypeSubscription, default_subscription, message_handler,
)


@dataclass
class Work:
    n: int


@dataclass
class Done:
    n: int
    by: str


@default_subscription
class Worker(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("works")

    @message_handler
    async def work(self, message: Work, ctx: MessageContext) -> None:
        assert ctx.topic_id is not None
        await self.publish_message(Done(message.n * message.n, str(self.id)), topic_id=TopicId("results", ctx.topic_id.source))


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    queue: asyncio.Queue[Done] = asyncio.Queue()

    async def collect(agent: ClosureContext, message: Done, ctx: MessageContext) -> None:
        print("collector", agent.id, "sender", ctx.sender, "topic", ctx.topic_id)
        await queue.put(message)

    async def anything(agent: ClosureContext, message: Work | Done, ctx: MessageContext) -> None:
        print("anything", type(message).__name__, message.n)

    await Worker.register(runtime, "worker", Worker)
    await ClosureAgent.register_closure(
        runtime, "collector", collect, subscriptions=lambda: [TypeSubscription("results", "collector")]
    )
    await ClosureAgent.register_closure(
        runtime, "anything", anything, subscriptions=lambda: [DefaultSubscription()], unknown_type_policy="ignore"
    )
    await ClosureAgent.register_closure(
        runtime, "loud", collect, subscriptions=lambda: [DefaultSubscription()], unknown_type_policy="error"
    )
    runtime.start()
    for n in range(3):
        await runtime.publish_message(Work(n), DefaultTopicId(source=f"s{n}"))
    await runtime.publish_message("a word", DefaultTopicId())
    await runtime.stop_when_idle()
    while not queue.empty():
        print(queue.get_nowait())


asyncio.run(main())
