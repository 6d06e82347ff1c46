"""Conversions of message contents to text."""

from collections.abc import Sequence

from pydantic import BaseModel

from studio.core import FunctionCall, Image
from studio.core.models import FunctionExecutionResult, LLMMessage, UserMessage


def content_to_str(
    content: str
    | list[str | Image]
    | list[FunctionCall]
    | list[FunctionExecutionResult]
    | BaseModel,
) -> str:
    """Return any message content as text, one line per part; an image is `<image>`."""
    if isinstance(content, str):
        return content
    if isinstance(content, BaseModel):
        return content.model_dump_json()
    return "\n".join(_part_to_str(part) for part in content)


def _part_to_str(part: str | Image | FunctionCall | FunctionExecutionResult) -> str:
    if isinstance(part, str):
        return part
    return "<image>" if isinstance(part, Image) else str(part)


def remove_images(messages: Sequence[LLMMessage]) -> list[LLMMessage]:
    """Return the messages with every image replaced by text; the given ones stay as they are."""
    return [
        message.model_copy(update={"content": content_to_str(message.content)})
        if isinstance(message, UserMessage) and not isinstance(message.content, str)
        else message
        for message in messages
    ]
