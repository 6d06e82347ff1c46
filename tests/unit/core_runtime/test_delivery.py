"""Sending, publishing, and the order of things."""

import asyncio
from contextvars import ContextVar

import pytest

from studio.core import (
    AgentId,
    AgentProxy,
    ClosureAgent,
    ClosureContext,
    DefaultTopicId,
    MessageContext,
    MessageHandlerContext,
    RoutedAgent,
    SingleThreadedAgentRuntime,
    TopicId,
    TypePrefixSubscription,
    TypeSubscription,
    default_subscription,
    message_handler,
    type_subscription,
)
from tests.support.ping_agents import Echo, Listener, Ping, Pong, Waiting


async def test_send_returns_the_reply() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", Echo)
    runtime.start()

    assert await runtime.send_message(Ping("hi"), AgentId("echo", "x")) == Pong("hi")

    proxy = AgentProxy(AgentId("echo", "x"), runtime)
    assert await proxy.send_message(Ping("ho"), sender=AgentId("someone", "y")) == Pong("ho")
    assert (await proxy.metadata)["description"] == "echoes"
    assert proxy.id == AgentId("echo", "x")
    await runtime.stop()


async def test_send_to_an_unknown_type_says_so() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()

    with pytest.raises(Exception, match="Recipient not found"):
        await runtime.send_message(Ping(), AgentId("nobody", "x"))

    await runtime.stop()


async def test_publish_reaches_all_subscribers_but_not_its_sender() -> None:
    @default_subscription
    class Shouting(RoutedAgent):
        def __init__(self) -> None:
            super().__init__("shouts")
            self.heard: list[str] = []

        @message_handler
        async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
            self.heard.append(message.text)
            if message.text == "first":
                await self.publish_message(Ping("second"), DefaultTopicId())

    runtime = SingleThreadedAgentRuntime()
    for name in ("a", "b"):
        await Shouting.register(runtime, name, Shouting)
    runtime.start()
    await runtime.publish_message(Ping("first"), TopicId("default", "room"))
    await runtime.stop_when_idle()

    a, b = [
        await runtime.try_get_underlying_agent_instance(AgentId(n, "room"), Shouting) for n in "ab"
    ]
    assert a.heard == ["first", "second"]
    assert b.heard == ["first", "second"]


async def test_an_agent_with_two_matching_subscriptions_hears_twice() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Listener.register(runtime, "ear", Listener)
    await runtime.add_subscription(TypePrefixSubscription("def", "ear"))
    runtime.start()
    await runtime.publish_message(Ping("x"), DefaultTopicId())
    await runtime.stop_when_idle()

    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    assert ear.heard == ["x", "x"]


async def test_publishing_where_nobody_listens_is_fine() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()
    await runtime.publish_message(Ping(), TopicId("nobody", "x"))
    await runtime.stop_when_idle()

    assert runtime.unprocessed_messages_count == 0


async def test_recipients_of_one_message_run_at_the_same_time() -> None:
    runtime = SingleThreadedAgentRuntime()
    go = asyncio.Event()
    begun = [asyncio.Event(), asyncio.Event()]
    for name, event in zip("ab", begun, strict=True):
        await Waiting.register(runtime, name, lambda event=event: Waiting(event, go))
    runtime.start()
    await runtime.publish_message(Ping(), DefaultTopicId())
    for event in begun:
        await asyncio.wait_for(event.wait(), 5)
    go.set()
    await runtime.stop_when_idle()


async def test_one_agent_can_be_inside_several_handlers_at_once() -> None:
    class Meeting(RoutedAgent):
        def __init__(self) -> None:
            super().__init__("meets")
            self.barrier = asyncio.Barrier(2)

        @message_handler
        async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
            await self.barrier.wait()

    runtime = SingleThreadedAgentRuntime()
    await Meeting.register(runtime, "m", Meeting)
    runtime.start()
    both = (runtime.send_message(Ping(), AgentId("m", "x")) for _ in range(2))
    await asyncio.wait_for(asyncio.gather(*both), 5)
    await runtime.stop()


async def test_messages_are_handed_out_first_in_first_out() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Listener.register(runtime, "ear", Listener)
    for i in range(20):
        await runtime.publish_message(Ping(str(i)), DefaultTopicId())
    runtime.start()
    await runtime.stop_when_idle()

    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    assert ear.heard == [str(i) for i in range(20)]


async def test_subscriptions_may_be_added_and_removed() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Listener.register(runtime, "ear", Listener)
    runtime.start()
    await runtime.add_subscription(TypeSubscription("news", "ear", id="mine"))
    with pytest.raises(ValueError, match="Subscription already exists"):
        await runtime.add_subscription(TypeSubscription("news", "ear"))
    with pytest.raises(ValueError, match="Subscription already exists"):
        await runtime.add_subscription(TypeSubscription("else", "other", id="mine"))
    await runtime.publish_message(Ping("1"), TopicId("news", "default"))
    await runtime.stop_when_idle()
    await runtime.remove_subscription("mine")
    with pytest.raises(ValueError, match="does not exist"):
        await runtime.remove_subscription("mine")
    runtime.start()
    await runtime.publish_message(Ping("2"), TopicId("news", "default"))
    await runtime.stop_when_idle()

    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    assert ear.heard == ["1"]


async def test_a_handler_knows_itself_its_sender_and_its_message() -> None:
    seen: list[tuple[object, ...]] = []

    @type_subscription("t")
    class Curious(RoutedAgent):
        @message_handler
        async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
            seen.append(
                (MessageHandlerContext.agent_id(), ctx.sender, ctx.message_id, ctx.topic_id)
            )

    runtime = SingleThreadedAgentRuntime()
    await Curious.register(runtime, "c", lambda: Curious("c"))
    runtime.start()
    sender = AgentId("someone", "x")
    await runtime.send_message(Ping(), AgentId("c", "k"), sender=sender, message_id="m1")
    await runtime.publish_message(Ping(), TopicId("t", "k"), message_id="m2")
    await runtime.stop_when_idle()

    me = AgentId("c", "k")
    assert seen == [(me, sender, "m1", None), (me, None, "m2", TopicId("t", "k"))]


async def test_the_context_variables_of_the_sender_reach_the_handler() -> None:
    request: ContextVar[str] = ContextVar("request", default="none")

    class Curious(RoutedAgent):
        @message_handler
        async def on_ping(self, message: Ping, ctx: MessageContext) -> str:
            return request.get()

    runtime = SingleThreadedAgentRuntime()
    await Curious.register(runtime, "c", lambda: Curious("c"))
    runtime.start()
    request.set("mine")

    assert await runtime.send_message(Ping(), AgentId("c", "k")) == "mine"

    await runtime.stop()


async def test_a_message_to_one_does_not_overtake_an_earlier_message_to_several() -> None:
    runtime = SingleThreadedAgentRuntime()
    heard: list[str] = []

    async def hear(context: ClosureContext, message: str, ctx: MessageContext) -> None:
        assert ctx.topic_id is not None
        heard.append(f"{context.id.type} {ctx.topic_id.type}")

    for name, topics in (("a", ["both"]), ("b", ["both", "one"])):
        await ClosureAgent.register_closure(
            runtime,
            name,
            hear,
            subscriptions=lambda topics=topics, name=name: [
                TypeSubscription(topic, name) for topic in topics
            ],
        )
    runtime.start()
    await runtime.publish_message("x", TopicId("both", "s"))
    await runtime.publish_message("x", TopicId("one", "s"))
    await runtime.stop_when_idle()

    assert heard == ["a both", "b both", "b one"]
