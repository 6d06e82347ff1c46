"""Restores messages of any registered class from their dumps."""

from collections.abc import Mapping
from typing import Any

from studio._kit.errors import UsageError

from ._base import BaseAgentEvent, BaseChatMessage
from ._chat import (
    HandoffMessage,
    MultiModalMessage,
    StopMessage,
    TextMessage,
    ToolCallSummaryMessage,
)
from ._events import (
    CodeExecutionEvent,
    CodeGenerationEvent,
    MemoryQueryEvent,
    ModelClientStreamingChunkEvent,
    SelectorEvent,
    SelectSpeakerEvent,
    ThoughtEvent,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
    UserInputRequestedEvent,
)

_BUILT_IN: dict[str, type[BaseAgentEvent | BaseChatMessage]] = {
    cls.__name__: cls
    for cls in (
        TextMessage,
        MultiModalMessage,
        StopMessage,
        ToolCallSummaryMessage,
        HandoffMessage,
        MemoryQueryEvent,
        ToolCallRequestEvent,
        ToolCallExecutionEvent,
        UserInputRequestedEvent,
        ModelClientStreamingChunkEvent,
        ThoughtEvent,
        SelectSpeakerEvent,
        SelectorEvent,
        CodeGenerationEvent,
        CodeExecutionEvent,
    )
}


class MessageFactory:
    """Knows message classes by the name in a dump's `type`; the built-in ones from the start."""

    def __init__(self) -> None:
        self._types: dict[str, type[BaseAgentEvent | BaseChatMessage]] = dict(_BUILT_IN)

    def is_registered(self, message_type: type[BaseAgentEvent | BaseChatMessage]) -> bool:
        """Tell whether a class of that name is known."""
        return message_type.__name__ in self._types

    def register(self, message_type: type[BaseAgentEvent | BaseChatMessage]) -> None:
        """Make a class known.

        Raises:
            UsageError: It is known already, or is no class of messages or events.
        """
        if self.is_registered(message_type):
            raise UsageError(f"Message type {message_type} is already registered.")
        if not issubclass(message_type, BaseChatMessage | BaseAgentEvent):  # pyright: ignore[reportUnnecessaryIsInstance] - callers may be untyped
            raise UsageError(
                f"Message type {message_type} must be a subclass of BaseChatMessage or "
                "BaseAgentEvent."
            )
        self._types[message_type.__name__] = message_type

    def create(self, data: Mapping[str, Any]) -> BaseAgentEvent | BaseChatMessage:
        """Restore the message from its dump.

        Raises:
            UsageError: The `type` is missing or not registered.
        """
        name = data.get("type")
        if name is None:
            raise UsageError("Field 'type' is required in the message data to restore the message.")
        message_type = self._types.get(name)
        if message_type is None:
            raise UsageError(f"Unknown message type: {name}")
        return message_type.load(data)
