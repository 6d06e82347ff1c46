"""Agents registered as instances."""
import asyncio
from dataclasses import dataclass

from autogen_core import (
    AgentId, AgentProxy, DefaultTopicId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime,
    TopicId, TypeSubscription, default_subscription, message_handler,
)
from program_transcript import attempt


@dataclass
class Say:
    text: str


@default_subscription
class Speaker(RoutedAgent):
    def __init__(self, word: str) -> None:
        super().__init__(f"says {word}")
        self.word = word

    @message_handler
    async def say(self, message: Say, ctx: MessageContext) -> str:
        print(self.id, self.word, message.text)
        return f"{self.word} {message.text}"


class Another(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("another")


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    one, two = Speaker("one"), Speaker("two")
    print(await one.register_instance(runtime, AgentId("speaker", "1")))
    print(await two.register_instance(runtime, AgentId("speaker", "2")))
    await attempt("same id", lambda: Speaker("x").register_instance(runtime, AgentId("speaker", "1")))
    await attempt("other class", lambda: Another().register_instance(runtime, AgentId("speaker", "3")))
    await attempt("other id", lambda: one.register_instance(runtime, AgentId("speaker", "4")))
    await attempt("factory on it", lambda: Speaker.register(runtime, "speaker", lambda: Speaker("f")))
    await Another.register(runtime, "made", Another)
    await attempt("instance on a factory", lambda: Speaker("x").register_instance(runtime, AgentId("made", "1")))
    await runtime.add_subscription(TypeSubscription("news", "speaker"))
    runtime.start()
    print(await runtime.send_message(Say("hi"), AgentId("speaker", "1")))
    await attempt("no such", lambda: runtime.send_message(Say("hi"), AgentId("speaker", "9")))
    await runtime.publish_message(Say("news"), TopicId("news", "2"))
    await runtime.publish_message(Say("default"), DefaultTopicId(source="1"))
    await runtime.stop_when_idle()
    runtime.start()
    proxy = AgentProxy(AgentId("speaker", "2"), runtime)
    print(await proxy.send_message(Say("proxied"), sender=AgentId("speaker", "1")), proxy.id)
    print(await proxy.metadata)
    print(await runtime.get("made", "k", lazy=False), await runtime.get("made"), await runtime.get(AgentId("made", "z")))
    await attempt("get unknown", lambda: runtime.get("zzz", lazy=False))
    await runtime.stop()


asyncio.run(main())
