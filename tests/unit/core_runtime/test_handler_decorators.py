"""What the handler decorators check."""

import logging
from types import NoneType
from typing import Any, Optional, Union

import pytest

from studio.core import (
    CancellationToken,
    MessageContext,
    RoutedAgent,
    event,
    message_handler,
    rpc,
)
from studio.core._agents.handler_types import AnyType, get_types
from studio.core.exceptions import CantHandleException
from tests.support.ping_agents import Ping, Pong


def context(*, is_rpc: bool = True) -> MessageContext:
    return MessageContext(
        sender=None,
        topic_id=None,
        is_rpc=is_rpc,
        cancellation_token=CancellationToken(),
        message_id="1",
    )


WRONG: Any = Pong()


class Agent(RoutedAgent):
    @message_handler
    async def strict(self, message: Ping, ctx: MessageContext) -> Pong:
        wrong: Any = message
        return wrong

    @message_handler(strict=False)
    async def lenient(self, message: Ping, ctx: MessageContext) -> Pong:
        wrong: Any = message
        return wrong

    @event
    async def silent(self, message: Ping, ctx: MessageContext) -> None:
        wrong: Any = message.text or None
        return wrong

    @rpc
    async def free(self, message: Any, ctx: MessageContext) -> Any:
        return message


async def test_a_message_outside_the_annotation_is_refused() -> None:
    with pytest.raises(CantHandleException):
        await Agent.strict(Agent("x"), WRONG, context())


async def test_a_reply_outside_the_annotation_is_an_error() -> None:
    with pytest.raises(ValueError, match="Return type"):
        await Agent.strict(Agent("x"), Ping(), context())


async def test_without_strict_both_are_only_warnings(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="autogen_core"):
        assert await Agent.lenient(Agent("x"), WRONG, context()) == Pong()

        assert await Agent.lenient(Agent("x"), Ping(), context()) == Ping()

    assert ["Message type" in m for m in caplog.messages] == [True, False]
    assert "Return type" in caplog.messages[1]


async def test_an_event_handler_returns_nothing() -> None:
    assert await Agent.silent(Agent("x"), Ping(), context()) is None
    with pytest.raises(ValueError, match="Return type"):
        await Agent.silent(Agent("x"), Ping("text"), context())


async def test_any_is_anything() -> None:
    assert await Agent.free(Agent("x"), 5, context()) == 5


def test_a_handler_tells_what_it_takes_and_gives() -> None:
    handler = Agent.strict

    assert handler.is_message_handler
    assert (handler.target_types, handler.produces_types) == ([Ping], [Pong])
    assert handler.router(Ping(), context())
    assert [Agent.silent.router(Ping(), context(is_rpc=r)) for r in (True, False)] == [False, True]
    assert [Agent.free.router(Ping(), context(is_rpc=r)) for r in (True, False)] == [True, False]


def test_annotations_are_required() -> None:
    async def no_message(self: Any, message: Ping, ctx: MessageContext) -> None: ...

    async def no_return(self: Any, message: Ping, ctx: MessageContext) -> None: ...

    del no_message.__annotations__["message"]
    del no_return.__annotations__["return"]

    async def no_class(self: Any, message: list[Ping], ctx: MessageContext) -> None: ...

    methods: list[Any] = [no_message, no_return, no_class]
    for decorator in (message_handler, event, rpc):
        for method in methods:
            with pytest.raises(AssertionError):
                decorator(method)


def test_types_are_found_in_unions_and_options() -> None:
    assert get_types(int) == (int,)
    assert get_types(int | str) == (int, str)
    assert get_types(Union[int, str]) == (int, str)  # noqa: UP007
    assert get_types(Optional[int]) == (int, NoneType)  # noqa: UP045
    assert get_types(None) == (NoneType,)
    assert get_types(Any) == (AnyType,)
    assert get_types(list[int]) is None
    assert get_types("text") is None
