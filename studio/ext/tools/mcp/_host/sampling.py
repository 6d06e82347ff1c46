"""Asks a model on behalf of a server."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from pydantic import BaseModel

from studio._kit.errors import StudioError
from studio.core import Component, ComponentBase, ComponentModel, ComponentType, Image
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    LLMMessage,
    SystemMessage,
    UserMessage,
)
from studio.ext.tools.mcp._protocol import types

_STOP_REASONS = {"stop": "endTurn", "length": "maxTokens", "function_calls": "toolUse"}


class SamplingError(StudioError, ValueError):
    """A server's request cannot be put to a model, or its answer not to the server."""

    code = "mcp.sampling"


class Sampler(ABC, ComponentBase[BaseModel]):
    """Answers when a server wants a model asked."""

    component_type: ClassVar[ComponentType] = "mcp_sampler"

    @abstractmethod
    async def sample(
        self, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        """Return the model's answer."""


class ChatCompletionClientSamplerConfig(BaseModel):
    """Config of `ChatCompletionClientSampler`."""

    client_config: ComponentModel | dict[str, Any]


class ChatCompletionClientSampler(Sampler, Component[ChatCompletionClientSamplerConfig]):
    """Asks a model client.

    Args:
        model_client: The client.
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.tools.mcp.ChatCompletionClientSampler"
    )
    component_config_schema = ChatCompletionClientSamplerConfig

    def __init__(self, model_client: ChatCompletionClient) -> None:
        self._model_client: ChatCompletionClient = model_client

    async def sample(
        self, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        """Return the model's answer.

        Raises:
            SamplingError: The model cannot be asked this, or wants to call a tool.
        """
        result = await self._model_client.create(
            _messages(params), extra_create_args=_create_args(params)
        )
        if not isinstance(result.content, str):
            raise SamplingError("the model wants to call a tool, which a server cannot have done")
        return types.CreateMessageResult(
            role="assistant",
            content=types.TextContent(text=result.content),
            model=self._model_client.model_info.get("family", "unknown"),
            stop_reason=_STOP_REASONS.get(result.finish_reason, result.finish_reason),
        )

    def _to_config(self) -> ChatCompletionClientSamplerConfig:
        return ChatCompletionClientSamplerConfig(client_config=self._model_client.dump_component())

    @classmethod
    def _from_config(cls, config: ChatCompletionClientSamplerConfig) -> Self:
        return cls(model_client=ChatCompletionClient.load_component(config.client_config))


def _create_args(params: types.CreateMessageRequestParams) -> dict[str, Any]:
    args: dict[str, Any] = {"max_tokens": params.max_tokens}
    if params.temperature is not None:
        args["temperature"] = params.temperature
    if params.stop_sequences:
        args["stop"] = params.stop_sequences
    return args


def _messages(params: types.CreateMessageRequestParams) -> list[LLMMessage]:
    messages: list[LLMMessage] = []
    if params.system_prompt:
        messages.append(SystemMessage(content=params.system_prompt))
    for message in params.messages:
        content = message.content
        parts = [_part(item) for item in (content if isinstance(content, list) else [content])]
        if message.role == "assistant":
            messages.append(AssistantMessage(content=_only_text(parts), source="assistant"))
        else:
            whole = _only_text(parts) if all(isinstance(part, str) for part in parts) else parts
            messages.append(UserMessage(content=whole, source="user"))
    return messages


def _part(content: types.SamplingMessageContentBlock) -> str | Image:
    if isinstance(content, types.TextContent):
        return content.text
    if isinstance(content, types.ImageContent):
        return Image.from_base64(content.data)
    raise SamplingError(f"content of type {content.type!r} cannot be shown to a model")


def _only_text(parts: Sequence[str | Image]) -> str:
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) != len(parts):
        raise SamplingError("an answer of the assistant cannot have an image")
    return "\n".join(texts)
