"""What a caller wants from one call, in one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard

from pydantic import BaseModel

from studio.core.tools import Tool, ToolSchema

ToolChoice = Tool | Literal["auto", "required", "none"]


def is_model_class(value: object) -> TypeGuard[type[BaseModel]]:
    """Say whether a value is a pydantic class."""
    return isinstance(value, type) and issubclass(value, BaseModel)


@dataclass(frozen=True)
class Ask:
    """The arguments of `create` beside the messages."""

    tools: Sequence[Tool | ToolSchema]
    tool_choice: ToolChoice
    json_output: bool | type[BaseModel] | None
    extra: Mapping[str, Any]
    stream: bool = False
    include_usage: bool | None = None
    """Whether a stream is to end with the tokens used; `None` leaves it to the client's config."""


@dataclass(frozen=True)
class Request:
    """One call as the SDK takes it."""

    arguments: dict[str, Any]
    """Keyword arguments of the SDK's method."""
    messages: list[dict[str, Any]]
    tools: list[dict[str, Any]]
    schema: type[BaseModel] | None = None
    """Shape that the answer has to have."""

    @property
    def model(self) -> str:
        """Name of the model."""
        return str(self.arguments.get("model", ""))
