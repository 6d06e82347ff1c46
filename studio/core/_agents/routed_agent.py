"""An agent whose methods are chosen by the type of the message."""

import logging
from typing import Any, ClassVar, final

from studio.core._agents.base_agent import BaseAgent, HandledTypes
from studio.core._agents.handler_types import AnyType
from studio.core._agents.handlers import MessageHandler
from studio.core._runtime import MessageContext
from studio.core._telemetry import ROOT_LOGGER_NAME
from studio.core._wire import try_get_known_serializers_for_type
from studio.core.exceptions import SerializationError

_logger = logging.getLogger(ROOT_LOGGER_NAME)

_Handler = MessageHandler[Any, Any, Any]


class RoutedAgent(BaseAgent):
    """Gives each message to the first method, in alphabetical order, that is made for it.

    Methods become handlers by `message_handler`, `event` and `rpc`. A method is made for a
    message when its annotation names exactly the message's class and its `match` agrees.

    Example:
        A method per kind of message::

            class Writer(RoutedAgent):
                def __init__(self) -> None:
                    super().__init__("Writes.")

                @rpc
                async def write(self, message: Order, ctx: MessageContext) -> Text: ...

                @event
                async def note(self, message: Remark, ctx: MessageContext) -> None: ...
    """

    _routes: ClassVar[dict[type[Any], list[_Handler]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._routes = {}
        for handler in cls._discover_handlers():
            for message_type in handler.target_types:
                cls._routes.setdefault(message_type, []).append(handler)

    def __init__(self, description: str) -> None:
        super().__init__(description)

    async def on_message_impl(self, message: Any, ctx: MessageContext) -> Any | None:
        """Give the message to its handler, else to `on_unhandled_message`."""
        routes = self._routes
        exact: type[Any] = type(message)  # pyright: ignore[reportUnknownVariableType] - of Any
        for message_type in (exact, AnyType):
            for handler in routes.get(message_type, ()):
                if handler.router(message, ctx):
                    return await handler(self, message, ctx)
        return await self.on_unhandled_message(message, ctx)

    async def on_unhandled_message(self, message: Any, ctx: MessageContext) -> None:
        """Take a message that no handler is made for; logs it, may be overridden."""
        _logger.info("Unhandled message: %s", message)

    @classmethod
    def _discover_handlers(cls) -> list[_Handler]:
        members: list[Any] = [getattr(cls, name, None) for name in dir(cls)]
        return [member for member in members if getattr(member, "is_message_handler", False)]

    @final
    @classmethod
    def _handles_types(cls) -> HandledTypes:
        types = list(cls.internal_extra_handles_types)
        for message_type in cls._routes:
            if message_type is AnyType:
                continue
            serializers = try_get_known_serializers_for_type(message_type)
            if not serializers:
                raise SerializationError(
                    f"No serializers found for type {message_type}.",
                    hint="Make the message a dataclass, a Pydantic model or a Protobuf message.",
                )
            types.append((message_type, serializers))
        return types
