"""Decorators that make methods handle messages."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Literal, Protocol, TypeVar, cast, get_type_hints, overload

from studio.core._agents.handler_types import AnyType, get_types
from studio.core._runtime import MessageContext
from studio.core._telemetry import ROOT_LOGGER_NAME
from studio.core.exceptions import CantHandleException, HandlerSignatureError, HandlerTypeError

_logger = logging.getLogger(ROOT_LOGGER_NAME)

AgentT = TypeVar("AgentT")
ReceivesT = TypeVar("ReceivesT")
ProducesT = TypeVar("ProducesT", covariant=True)

AgentT_contra = TypeVar("AgentT_contra", contravariant=True)
ReceivesT_contra = TypeVar("ReceivesT_contra", contravariant=True)

_Method = Callable[[AgentT, ReceivesT, MessageContext], Coroutine[Any, Any, ProducesT]]
_Match = Callable[[Any, MessageContext], bool]
_Delivery = Literal["any", "published", "direct"]


class MessageHandler(Protocol[AgentT_contra, ReceivesT_contra, ProducesT]):
    """A method that handles messages, as the decorators leave it."""

    target_types: list[type]
    produces_types: list[type]
    is_message_handler: Literal[True]
    router: _Match

    @staticmethod
    async def __call__(
        agent_instance: AgentT_contra, message: ReceivesT_contra, ctx: MessageContext
    ) -> ProducesT:
        """Handle a message."""
        ...


@overload
def message_handler(
    func: _Method[AgentT, ReceivesT, ProducesT],
) -> MessageHandler[AgentT, ReceivesT, ProducesT]: ...


@overload
def message_handler(
    func: None = None, *, match: _Match | None = ..., strict: bool = ...
) -> Callable[
    [_Method[AgentT, ReceivesT, ProducesT]], MessageHandler[AgentT, ReceivesT, ProducesT]
]: ...


def message_handler(
    func: _Method[AgentT, ReceivesT, ProducesT] | None = None,
    *,
    strict: bool = True,
    match: _Match | None = None,
) -> Any:
    """Make a method of a `RoutedAgent` handle the messages its annotation names.

    The method takes `message` and `ctx`; both the message and the return value are annotated,
    with a class or a union of classes.

    Args:
        func: The method.
        strict: Whether a value of another type than annotated is an error or only a warning.
        match: A further condition. Handlers for one type are asked in alphabetical order.
    """
    return _decorate(func, "any", match, strict=strict)


@overload
def event(
    func: _Method[AgentT, ReceivesT, None],
) -> MessageHandler[AgentT, ReceivesT, None]: ...


@overload
def event(
    func: None = None, *, match: _Match | None = ..., strict: bool = ...
) -> Callable[[_Method[AgentT, ReceivesT, None]], MessageHandler[AgentT, ReceivesT, None]]: ...


def event(
    func: _Method[AgentT, ReceivesT, None] | None = None,
    *,
    strict: bool = True,
    match: _Match | None = None,
) -> Any:
    """Make a method handle published messages; it returns nothing.

    Args:
        func: The method.
        strict: Whether a value of another type than annotated is an error or only a warning.
        match: A further condition. Handlers for one type are asked in alphabetical order.
    """
    return _decorate(func, "published", match, strict=strict)


@overload
def rpc(
    func: _Method[AgentT, ReceivesT, ProducesT],
) -> MessageHandler[AgentT, ReceivesT, ProducesT]: ...


@overload
def rpc(
    func: None = None, *, match: _Match | None = ..., strict: bool = ...
) -> Callable[
    [_Method[AgentT, ReceivesT, ProducesT]], MessageHandler[AgentT, ReceivesT, ProducesT]
]: ...


def rpc(
    func: _Method[AgentT, ReceivesT, ProducesT] | None = None,
    *,
    strict: bool = True,
    match: _Match | None = None,
) -> Any:
    """Make a method handle messages that are sent directly, and return the reply.

    Args:
        func: The method.
        strict: Whether a value of another type than annotated is an error or only a warning.
        match: A further condition. Handlers for one type are asked in alphabetical order.
    """
    return _decorate(func, "direct", match, strict=strict)


def _decorate(
    func: Callable[..., Any] | None, delivery: _Delivery, match: _Match | None, *, strict: bool
) -> Any:
    def decorate(method: Callable[..., Any]) -> MessageHandler[Any, Any, Any]:
        return _make_handler(method, delivery, match, strict=strict)

    return decorate if func is None else decorate(func)


def _make_handler(
    method: Callable[[Any, Any, MessageContext], Awaitable[Any]],
    delivery: _Delivery,
    match: _Match | None,
    *,
    strict: bool,
) -> MessageHandler[Any, Any, Any]:
    target_types, return_types = _annotated_types(method)
    if delivery == "published":
        return_types = (type(None),)
    accepts_anything, returns_anything = AnyType in target_types, AnyType in return_types

    @wraps(method)
    async def handle(self: Any, message: Any, ctx: MessageContext) -> Any:
        if type(message) not in target_types and not accepts_anything:
            text = f"Message type {type(message)} not in target types {target_types}"
            _complain(CantHandleException(text), strict=strict)
        reply = await method(self, message, ctx)
        if type(reply) not in return_types and not returns_anything:
            text = f"Return type {type(reply)} not in return types {return_types}"
            _complain(HandlerTypeError(text), strict=strict)
        return reply

    handler = cast("MessageHandler[Any, Any, Any]", handle)
    handler.target_types = list(target_types)
    handler.produces_types = list(return_types)
    handler.is_message_handler = True
    handler.router = _router(delivery, match)
    return handler


def _annotated_types(method: Callable[..., Any]) -> tuple[tuple[type, ...], tuple[type, ...]]:
    hints = get_type_hints(method)
    found: list[tuple[type, ...]] = []
    for name in ("message", "return"):
        if name not in hints:
            raise HandlerSignatureError(
                f"{name} not found in the annotations of handler {method.__qualname__}",
                hint="Annotate `message` and the return value.",
            )
        types = get_types(hints[name])
        if types is None:
            raise HandlerSignatureError(
                f"the annotation of {name} in handler {method.__qualname__} is not a class "
                f"or a union of classes: {hints[name]}"
            )
        found.append(types)
    return found[0], found[1]


def _router(delivery: _Delivery, match: _Match | None) -> _Match:
    wanted = match or _match_all
    if delivery == "any":
        return wanted
    directly = delivery == "direct"
    return lambda message, ctx: ctx.is_rpc is directly and wanted(message, ctx)


def _match_all(_message: Any, _ctx: MessageContext) -> bool:
    return True


def _complain(error: Exception, *, strict: bool) -> None:
    if strict:
        raise error
    _logger.warning("%s", error)
