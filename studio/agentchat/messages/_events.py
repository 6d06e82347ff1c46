"""The built-in events."""

from typing import Annotated, Literal

from pydantic import Field

from studio.core import FunctionCall
from studio.core.code_executor import CodeBlock, CodeResult
from studio.core.memory import MemoryContent
from studio.core.models import FunctionExecutionResult

from ._base import BaseAgentEvent


class ToolCallRequestEvent(BaseAgentEvent):
    """The model asks for tools."""

    content: list[FunctionCall]
    """The calls."""

    type: Literal["ToolCallRequestEvent"] = "ToolCallRequestEvent"

    def to_text(self) -> str:
        """Return the calls as text."""
        return str(self.content)


class ToolCallExecutionEvent(BaseAgentEvent):
    """Tools have run."""

    content: list[FunctionExecutionResult]
    """The results, in the order of the calls."""

    type: Literal["ToolCallExecutionEvent"] = "ToolCallExecutionEvent"

    def to_text(self) -> str:
        """Return the results as text."""
        return str(self.content)


class MemoryQueryEvent(BaseAgentEvent):
    """Memories were added to the model's context."""

    content: list[MemoryContent]
    """The memories."""

    type: Literal["MemoryQueryEvent"] = "MemoryQueryEvent"

    def to_text(self) -> str:
        """Return the memories as text."""
        return str(self.content)


class UserInputRequestedEvent(BaseAgentEvent):
    """A person is asked for input; comes before the input function is called."""

    request_id: str
    """Identifies the question."""

    content: Literal[""] = ""
    """Always empty."""

    type: Literal["UserInputRequestedEvent"] = "UserInputRequestedEvent"

    def to_text(self) -> str:
        """Return nothing: there is no text yet."""
        return self.content


class ModelClientStreamingChunkEvent(BaseAgentEvent):
    """A piece of text as it comes from the model."""

    content: str
    """The piece."""

    full_message_id: str | None = None
    """The id that the complete message is going to have."""

    type: Literal["ModelClientStreamingChunkEvent"] = "ModelClientStreamingChunkEvent"

    def to_text(self) -> str:
        """Return the piece."""
        return self.content


class ThoughtEvent(BaseAgentEvent):
    """What the model thought before it answered."""

    content: str
    """The reasoning."""

    type: Literal["ThoughtEvent"] = "ThoughtEvent"

    def to_text(self) -> str:
        """Return the reasoning."""
        return self.content


class SelectSpeakerEvent(BaseAgentEvent):
    """A team has chosen who speaks next."""

    content: list[str]
    """The names."""

    type: Literal["SelectSpeakerEvent"] = "SelectSpeakerEvent"

    def to_text(self) -> str:
        """Return the names as text."""
        return str(self.content)


class SelectorEvent(BaseAgentEvent):
    """A selector team's model has answered which speaker it wants."""

    content: str
    """The answer as it came."""

    type: Literal["SelectorEvent"] = "SelectorEvent"

    def to_text(self) -> str:
        """Return the answer."""
        return self.content


class CodeGenerationEvent(BaseAgentEvent):
    """A model has written code."""

    retry_attempt: int
    """0 for the first try."""

    content: str
    """The whole text that the code stands in."""

    code_blocks: list[CodeBlock]
    """The code found in it."""

    type: Literal["CodeGenerationEvent"] = "CodeGenerationEvent"

    def to_text(self) -> str:
        """Return the whole text."""
        return self.content


class CodeExecutionEvent(BaseAgentEvent):
    """Code has been run."""

    retry_attempt: int
    """0 for the first try."""

    result: CodeResult
    """Exit code and output."""

    type: Literal["CodeExecutionEvent"] = "CodeExecutionEvent"

    def to_text(self) -> str:
        """Return the output."""
        return self.result.output


AgentEvent = Annotated[
    ToolCallRequestEvent
    | ToolCallExecutionEvent
    | MemoryQueryEvent
    | UserInputRequestedEvent
    | ModelClientStreamingChunkEvent
    | ThoughtEvent
    | SelectSpeakerEvent
    | SelectorEvent
    | CodeGenerationEvent
    | CodeExecutionEvent,
    Field(discriminator="type"),
]
"""Any of the built-in events."""
