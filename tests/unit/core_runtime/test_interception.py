"""Intervention handlers."""

import asyncio
from typing import Any

import pytest

from studio.core import (
    AgentId,
    DefaultInterventionHandler,
    DefaultTopicId,
    DropMessage,
    MessageContext,
    SingleThreadedAgentRuntime,
)
from studio.core.exceptions import MessageDroppedException
from tests.support.ping_agents import Echo, Listener, Ping, Pong

ECHO = AgentId("echo", "x")


class Handler(DefaultInterventionHandler):
    """Appends to the text, or does what it is told."""

    def __init__(self, *, send: Any = "+", publish: Any = "+", response: Any = "+") -> None:
        self.seen: list[Any] = []
        self.orders = {"send": send, "publish": publish, "response": response}

    def obey(self, hook: str, message: Any) -> Any:
        self.seen.append(message.text)
        order = self.orders[hook]
        if isinstance(order, Exception):
            raise order
        return type(message)(message.text + order) if isinstance(order, str) else order

    async def on_send(
        self, message: Any, *, message_context: MessageContext, recipient: AgentId
    ) -> Any:
        assert message_context.is_rpc
        assert recipient == ECHO
        return self.obey("send", message)

    async def on_publish(self, message: Any, *, message_context: MessageContext) -> Any:
        assert message_context.topic_id == DefaultTopicId()
        return self.obey("publish", message)

    async def on_response(self, message: Any, *, sender: AgentId, recipient: AgentId | None) -> Any:
        assert sender == ECHO
        return self.obey("response", message)


async def started(*handlers: Handler) -> SingleThreadedAgentRuntime:
    runtime = SingleThreadedAgentRuntime(intervention_handlers=list(handlers))
    await Echo.register(runtime, "echo", Echo)
    await Listener.register(runtime, "ear", Listener)
    runtime.start()
    return runtime


async def heard_by(runtime: SingleThreadedAgentRuntime) -> list[str]:
    await asyncio.wait_for(runtime.stop_when_idle(), 5)
    ear = await runtime.try_get_underlying_agent_instance(AgentId("ear", "default"), Listener)
    return ear.heard


async def test_each_handler_sees_what_the_one_before_made_of_the_message() -> None:
    first, second = Handler(), Handler(send="-", publish="-", response="-")
    runtime = await started(first, second)
    reply = await runtime.send_message(Ping("a"), ECHO)
    await runtime.publish_message(Ping("b"), DefaultTopicId())

    assert reply == Pong("a+-+-")
    assert await heard_by(runtime) == ["b+-"]
    assert first.seen == ["a", "a+-", "b"]
    assert second.seen == ["a+", "a+-+", "b+"]


@pytest.mark.parametrize("drop", [DropMessage, DropMessage()])
async def test_who_waits_for_a_dropped_message_is_told(drop: Any) -> None:
    for hook in ("send", "response"):
        runtime = await started(Handler(**{hook: drop}))
        with pytest.raises(MessageDroppedException):
            await runtime.send_message(Ping("a"), ECHO)
        await asyncio.wait_for(runtime.stop_when_idle(), 5)


@pytest.mark.parametrize("drop", [DropMessage, DropMessage()])
async def test_a_published_message_can_be_dropped(drop: Any) -> None:
    second = Handler()
    runtime = await started(Handler(publish=drop), second)
    await runtime.publish_message(Ping("b"), DefaultTopicId())

    assert await heard_by(runtime) == []
    assert second.seen == []


@pytest.mark.parametrize("hook", ["send", "response"])
async def test_the_error_of_a_handler_reaches_the_sender(hook: str) -> None:
    runtime = await started(Handler(**{hook: KeyError("mine")}))

    with pytest.raises(KeyError, match="mine"):
        await runtime.send_message(Ping("a"), ECHO)

    await asyncio.wait_for(runtime.stop_when_idle(), 5)


async def test_the_error_of_a_handler_on_publish_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    runtime = await started(Handler(publish=KeyError("mine")))
    await runtime.publish_message(Ping("a"), DefaultTopicId())

    assert await heard_by(runtime) == []
    assert "intervention handler" in caplog.text
    assert "mine" in caplog.text


@pytest.mark.parametrize("hook", ["send", "publish", "response"])
async def test_returning_nothing_is_warned_of_and_changes_nothing(hook: str) -> None:
    runtime = await started(Handler(**{"send": "", "publish": "", "response": "", hook: None}))

    async def talk() -> tuple[object, list[str]]:
        reply = await runtime.send_message(Ping("a"), ECHO)
        await runtime.publish_message(Ping("b"), DefaultTopicId())
        return reply, await heard_by(runtime)

    with pytest.warns(RuntimeWarning, match=f"on_{hook}"):
        reply, heard = await talk()

    assert reply == Pong("a")
    assert heard == ["b"]
