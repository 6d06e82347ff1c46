"""The built-in chat messages."""

from typing import Annotated, Literal

from pydantic import Field

from studio.core import FunctionCall, Image
from studio.core.models import FunctionExecutionResult, LLMMessage, UserMessage

from ._base import BaseChatMessage, BaseTextChatMessage


class TextMessage(BaseTextChatMessage):
    """Plain text."""

    type: Literal["TextMessage"] = "TextMessage"


class StopMessage(BaseTextChatMessage):
    """A request to stop the conversation; the text is the reason."""

    type: Literal["StopMessage"] = "StopMessage"


class HandoffMessage(BaseTextChatMessage):
    """Hands the conversation over to another agent."""

    target: str
    """Name of the agent that goes on."""

    context: list[LLMMessage] = Field(default_factory=list[LLMMessage])
    """What the next agent's model has to know before it reads the text."""

    type: Literal["HandoffMessage"] = "HandoffMessage"


class ToolCallSummaryMessage(BaseTextChatMessage):
    """The results of tool calls as one text."""

    type: Literal["ToolCallSummaryMessage"] = "ToolCallSummaryMessage"

    tool_calls: list[FunctionCall]
    """The calls that were made."""

    results: list[FunctionExecutionResult]
    """What came back, in the order of the calls."""


class MultiModalMessage(BaseChatMessage):
    """Text and images."""

    content: list[str | Image]
    """The parts in reading order."""

    type: Literal["MultiModalMessage"] = "MultiModalMessage"

    def to_text(self, iterm: bool = False) -> str:
        """Return one line per part, images as `<image>` or, with `iterm`, shown in iTerm2."""
        lines: list[str] = []
        for part in self.content:
            if isinstance(part, str):
                lines.append(part)
            elif iterm:
                lines.append(f"\033]1337;File=inline=1:{part.to_base64()}\a\n")
            else:
                lines.append("<image>")
        return "\n".join(lines)

    def to_model_text(self, image_placeholder: str | None = "[image]") -> str:
        """Return all parts in one text; no placeholder means the images' base64 data."""
        text = ""
        for part in self.content:
            if isinstance(part, str):
                text += part
            elif image_placeholder is not None:
                text += f" {image_placeholder}"
            else:
                text += f" {part.to_base64()}"
        return text

    def to_model_message(self) -> UserMessage:
        """Return the parts as a user message of the same source."""
        return UserMessage(content=self.content, source=self.source)


ChatMessage = Annotated[
    TextMessage | MultiModalMessage | StopMessage | ToolCallSummaryMessage | HandoffMessage,
    Field(discriminator="type"),
]
"""Any of the built-in chat messages."""
