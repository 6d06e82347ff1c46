"""The interface of every model client."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel

from studio.core._addressing import CancellationToken
from studio.core._component import ComponentBase
from studio.core.models._model_info import ModelCapabilities, ModelInfo
from studio.core.models._types import CreateResult, LLMMessage, RequestUsage
from studio.core.tools import Tool, ToolSchema


class ChatCompletionClient(ComponentBase[BaseModel], ABC):
    """Speaks to a model."""

    @abstractmethod
    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        """Return the model's answer to the messages.

        Args:
            messages: The conversation.
            tools: What the model may call.
            tool_choice: One tool that it has to call, or whether it may, must or must not call.
            json_output: `True` for JSON, a pydantic class for JSON of that shape.
            extra_create_args: Further arguments for the provider.
            cancellation_token: Cancels the request.
        """

    @abstractmethod
    def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        """Yield pieces of the answer's text and, last, the whole answer; see `create`."""

    @abstractmethod
    async def close(self) -> None:
        """Release connections."""

    @abstractmethod
    def actual_usage(self) -> RequestUsage:
        """Return the tokens that were paid for."""

    @abstractmethod
    def total_usage(self) -> RequestUsage:
        """Return the tokens of all answers, those from a cache included."""

    @abstractmethod
    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens a request with these messages would have."""

    @abstractmethod
    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens the model's limit leaves beside these messages."""

    @property
    @abstractmethod
    def capabilities(self) -> ModelCapabilities:
        """What the model can do, as earlier versions said it; use `model_info`."""

    @property
    @abstractmethod
    def model_info(self) -> ModelInfo:
        """What the model can do."""
