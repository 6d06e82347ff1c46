"""An agent is sent to directly and by topic."""
import asyncio
from dataclasses import dataclass

from autogen_core import (
    AgentId, DefaultTopicId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime,
    default_subscription, message_handler,
)


@dataclass
class Greeting:
    content: str


@dataclass
class Reply:
    content: str


@default_subscription
class Greeter(RoutedAgent):
    def __init__(self, word: str) -> None:
        super().__init__("Greets")
        self.word = word
        self.count = 0

    @message_handler
    async def greet(self, message: Greeting, ctx: MessageContext) -> Reply:
        self.count += 1
        print(f"{self.id} got {message.content!r}, rpc={ctx.is_rpc}, topic={ctx.topic_id}, from={ctx.sender}")
        return Reply(f"{self.word} {message.content} #{self.count}")


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    kind = await Greeter.register(runtime, "greeter", lambda: Greeter("hello"))
    await Greeter.register(runtime, "welcomer", lambda: Greeter("welcome"))
    print(kind, kind.type)
    runtime.start()
    print(await runtime.send_message(Greeting("ann"), AgentId("greeter", "default")))
    print(await runtime.send_message(Greeting("bob"), AgentId("greeter", "other")))
    print(await runtime.send_message(Greeting("cat"), AgentId("greeter", "default")))
    print(await runtime.publish_message(Greeting("all"), DefaultTopicId()))
    await runtime.stop_when_idle()
    print(await runtime.agent_metadata(AgentId("greeter", "default")))
    instance = await runtime.try_get_underlying_agent_instance(AgentId("greeter", "default"), Greeter)
    print(instance.count, instance.metadata, instance.type, instance.id.key)
    runtime.start()
    await runtime.publish_message(Greeting("late"), DefaultTopicId(source="tenant"), sender=AgentId("greeter", "tenant"))
    await runtime.stop_when_idle()
    await runtime.close()


asyncio.run(main())
