"""How messages find their handlers."""

import logging
from dataclasses import dataclass
from typing import Any

import pytest

from studio.core import (
    AgentId,
    DefaultTopicId,
    MessageContext,
    RoutedAgent,
    SingleThreadedAgentRuntime,
    TopicId,
    default_subscription,
    event,
    message_handler,
    rpc,
    type_subscription,
)
from studio.core.exceptions import CantHandleException
from tests.support.ping_agents import Echo, Ping, Pong


async def ask(agent: type[RoutedAgent], *messages: Any) -> list[Any]:
    runtime = SingleThreadedAgentRuntime()
    await agent.register(runtime, "agent", lambda: agent("an agent"))
    runtime.start()
    replies = [await runtime.send_message(m, AgentId("agent", "default")) for m in messages]
    await runtime.stop()
    return replies


async def test_a_message_goes_to_the_method_annotated_with_its_class() -> None:
    class Agent(RoutedAgent):
        @message_handler
        async def on_ping(self, message: Ping, ctx: MessageContext) -> str:
            return "ping"

        @message_handler
        async def on_pong(self, message: Pong, ctx: MessageContext) -> str:
            return "pong"

    assert await ask(Agent, Ping(), Pong()) == ["ping", "pong"]


async def test_a_union_names_several_classes() -> None:
    class Agent(RoutedAgent):
        @message_handler
        async def on_any(self, message: Ping | Pong, ctx: MessageContext) -> str | None:
            return message.text or None

    assert Agent.on_any.target_types == [Ping, Pong]
    assert await ask(Agent, Ping("x"), Pong()) == ["x", None]


async def test_a_subclass_of_the_annotated_class_is_not_handled() -> None:
    @dataclass
    class LoudPing(Ping): ...

    assert await ask_echo(LoudPing("x")) is None


async def ask_echo(message: Any) -> Any:
    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", Echo)
    runtime.start()
    reply = await runtime.send_message(message, AgentId("echo", "default"))
    await runtime.stop()
    return reply


async def test_the_first_method_in_alphabetical_order_whose_match_agrees_handles() -> None:
    class Agent(RoutedAgent):
        @message_handler
        async def c_rest(self, message: Ping, ctx: MessageContext) -> str:
            return "rest"

        @message_handler(match=lambda message, ctx: message.text.startswith("b"))
        async def b_b(self, message: Ping, ctx: MessageContext) -> str:
            return "b"

        @message_handler(match=lambda message, ctx: len(message.text) == 2)
        async def a_two(self, message: Ping, ctx: MessageContext) -> str:
            return "two"

    replies = await ask(Agent, Ping("bx"), Ping("bxx"), Ping("x"))

    assert replies == ["two", "b", "rest"]


async def test_an_event_handler_does_not_see_direct_messages() -> None:
    class Agent(RoutedAgent):
        @event
        async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
            raise AssertionError

    assert await ask(Agent, Ping()) == [None]


async def test_events_and_rpcs_share_a_message_type() -> None:
    calls: list[tuple[str, bool, str | None]] = []

    @default_subscription
    class Agent(RoutedAgent):
        @event(match=lambda message, ctx: message.text != "skip")
        async def published(self, message: Ping, ctx: MessageContext) -> None:
            calls.append(("event", ctx.is_rpc, str(ctx.topic_id)))

        @rpc
        async def sent(self, message: Ping, ctx: MessageContext) -> str:
            calls.append(("rpc", ctx.is_rpc, ctx.topic_id and str(ctx.topic_id)))
            return "reply"

    runtime = SingleThreadedAgentRuntime()
    await Agent.register(runtime, "agent", lambda: Agent("x"))
    runtime.start()
    reply = await runtime.send_message(Ping(), AgentId("agent", "default"))
    await runtime.publish_message(Ping(), DefaultTopicId())
    await runtime.publish_message(Ping("skip"), DefaultTopicId())
    await runtime.stop_when_idle()

    assert reply == "reply"
    assert calls == [("rpc", True, None), ("event", False, "default/default")]


async def test_an_unhandled_message_is_logged_and_answered_with_none(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, logger="autogen_core"):
        assert await ask_echo(Pong("lost")) is None

    assert "Unhandled message: Pong(text='lost')" in caplog.messages


async def test_what_to_do_with_unhandled_messages_may_be_overridden() -> None:
    class Agent(Echo):
        async def on_unhandled_message(self, message: Any, ctx: MessageContext) -> None:
            raise CantHandleException(type(message).__name__)

    runtime = SingleThreadedAgentRuntime()
    await Agent.register(runtime, "agent", Agent)
    runtime.start()
    with pytest.raises(CantHandleException, match="Pong"):
        await runtime.send_message(Pong(), AgentId("agent", "x"))
    assert await runtime.send_message(Ping("a"), AgentId("agent", "x")) == Pong("a")
    await runtime.stop()


async def test_class_subscriptions_are_not_inherited() -> None:
    heard: list[str] = []

    @type_subscription("news")
    class Parent(RoutedAgent):
        @message_handler
        async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
            heard.append(f"{self.id}: {message.text}")

    @type_subscription("sport")
    class Child(Parent): ...

    runtime = SingleThreadedAgentRuntime()
    await Parent.register(runtime, "parent", lambda: Parent("p"))
    await Child.register(runtime, "child", lambda: Child("c"))
    runtime.start()
    await runtime.publish_message(Ping("1"), TopicId("news", "x"))
    await runtime.publish_message(Ping("2"), TopicId("sport", "y"))
    await runtime.stop_when_idle()

    assert heard == ["parent/x: 1", "child/y: 2"]


async def test_every_agent_hears_topics_that_begin_with_its_type_and_a_colon() -> None:
    heard: list[str] = []

    class Agent(RoutedAgent):
        @message_handler
        async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
            heard.append(str(self.id))

    runtime = SingleThreadedAgentRuntime()
    await Agent.register(runtime, "one", lambda: Agent("1"))
    await Agent.register(runtime, "two", lambda: Agent("2"), skip_direct_message_subscription=True)
    runtime.start()
    await runtime.publish_message(Ping(), TopicId("one:anything", "x"))
    await runtime.publish_message(Ping(), TopicId("two:anything", "x"))
    await runtime.stop_when_idle()

    assert heard == ["one/x"]


def test_a_description_has_to_be_text() -> None:
    with pytest.raises(ValueError, match="Agent description must be a string"):
        RoutedAgent(3)  # pyright: ignore[reportArgumentType] - the mistake under test
