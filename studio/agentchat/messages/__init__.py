"""Every message and event, and the factory that restores them."""

from ._base import (
    BaseAgentEvent,
    BaseChatMessage,
    BaseMessage,
    BaseTextChatMessage,
)
from ._chat import (
    ChatMessage,
    HandoffMessage,
    MultiModalMessage,
    StopMessage,
    TextMessage,
    ToolCallSummaryMessage,
)
from ._events import (
    AgentEvent,
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
from ._factory import MessageFactory
from ._structured import (
    StructuredContentType,
    StructuredMessage,
    StructuredMessageFactory,
    StructureMessageConfig,
)

__all__ = [
    "AgentEvent",
    "BaseAgentEvent",
    "BaseChatMessage",
    "BaseMessage",
    "BaseTextChatMessage",
    "ChatMessage",
    "CodeExecutionEvent",
    "CodeGenerationEvent",
    "HandoffMessage",
    "MemoryQueryEvent",
    "MessageFactory",
    "ModelClientStreamingChunkEvent",
    "MultiModalMessage",
    "SelectSpeakerEvent",
    "SelectorEvent",
    "StopMessage",
    "StructureMessageConfig",
    "StructuredContentType",
    "StructuredMessage",
    "StructuredMessageFactory",
    "TextMessage",
    "ThoughtEvent",
    "ToolCallExecutionEvent",
    "ToolCallRequestEvent",
    "ToolCallSummaryMessage",
    "UserInputRequestedEvent",
]
