"""Topics, sources and subscriptions keep tenants apart."""
import asyncio
from dataclasses import dataclass

from autogen_core import (
    AgentId, AgentType, DefaultSubscription, DefaultTopicId, MessageContext, RoutedAgent,
    SingleThreadedAgentRuntime, TopicId, TypePrefixSubscription, TypeSubscription, message_handler,
    type_subscription,
)
from program_transcript import attempt


@dataclass
class Issue:
    text: str


@type_subscription(topic_type="triage")
class Triage(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("triage")
        self.seen: list[str] = []

    @message_handler
    async def triage(self, message: Issue, ctx: MessageContext) -> None:
        self.seen.append(message.text)
        print(f"{self.id} {ctx.topic_id} {self.seen}")
        await self.publish_message(message, TopicId("expert" + message.text[0], source=self.id.key))
        await self.publish_message(message, DefaultTopicId())


class Expert(RoutedAgent):
    def __init__(self, name: str) -> None:
        super().__init__(name)

    @message_handler
    async def work(self, message: Issue, ctx: MessageContext) -> None:
        print(f"  {self.id} {ctx.topic_id} works on {message.text}")


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Triage.register(runtime, "triage", Triage)
    await Expert.register(runtime, "a", lambda: Expert("a"))
    await Expert.register(runtime, "any", lambda: Expert("any"))
    await runtime.add_subscription(TypeSubscription("experta", AgentType("a")))
    await runtime.add_subscription(TypePrefixSubscription("expert", "any"))
    extra = DefaultSubscription(agent_type="any")
    await runtime.add_subscription(extra)
    runtime.start()
    for tenant in ("x", "y"):
        for text in ("a1", "b1"):
            await runtime.publish_message(Issue(text), TopicId("triage", tenant))
    await runtime.stop_when_idle()

    await attempt("twice", lambda: runtime.add_subscription(TypeSubscription("experta", "a")))
    await attempt("remove", lambda: runtime.remove_subscription(extra.id))
    await attempt("remove again", lambda: runtime.remove_subscription(extra.id))
    sub = TypePrefixSubscription("expert", "any")
    print(sub.is_match(TopicId("expertz", "s")), sub.is_match(TopicId("z", "s")), sub.map_to_agent(TopicId("expertz", "s")))
    await attempt("no match", lambda: sub.map_to_agent(TopicId("z", "s")))
    print(TypeSubscription("a", "b", id="1") == TypeSubscription("c", "d", id="1"), TypeSubscription("a", "b") == TypeSubscription("a", "b"))
    print(TopicId("t", "a/b"), TopicId.from_str("t/a/b"), AgentId.from_str("t/a/b").key, hash(AgentId("a", "b")) == hash(AgentId("a", "b")))
    for wrong in ("a b", "", "ü", "a/b"):
        await attempt(f"agent {wrong!r}", lambda: AgentId(wrong, "k"))
        await attempt(f"topic {wrong!r}", lambda: TopicId(wrong, "k"))
    await attempt("agent text", lambda: AgentId.from_str("none"))
    await attempt("topic text", lambda: TopicId.from_str("none"))
    await attempt("default sub outside", lambda: DefaultSubscription())
    runtime.start()
    await runtime.publish_message(Issue("a2"), TopicId("triage", "x"))
    await runtime.stop_when_idle()


asyncio.run(main())
