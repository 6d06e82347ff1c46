"""The client of Anthropic's messages API."""

from collections.abc import AsyncGenerator, AsyncIterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, Unpack, cast

from pydantic import BaseModel

from studio.core import CancellationToken, Component, ComponentType
from studio.core.models import CreateResult, LLMMessage, ModelInfo
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import Ask, Request
from studio.ext.models._shared.base_client import Accumulator, ProviderClient
from studio.ext.models._shared.deferred import Deferred
from studio.ext.models._shared.errors import ModelArgumentError
from studio.ext.models._shared.persistence import split_retries
from studio.ext.models._shared.plain import open_config
from studio.ext.models._shared.tokens import count_request, estimate_tokens
from studio.ext.models.anthropic import _sdk
from studio.ext.models.anthropic._models import TABLE
from studio.ext.models.anthropic._request import (
    to_create_args,
    to_request,
    to_wire_messages,
    to_wire_tool,
)
from studio.ext.models.anthropic._response import to_result
from studio.ext.models.anthropic._stream import EventAccumulator
from studio.ext.models.anthropic.config import (
    AnthropicClientConfiguration,
    AnthropicClientConfigurationConfigModel,
)

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

_SDK_KEYS = ("api_key", "auth_token", "base_url", "timeout", "max_retries", "default_headers")


class BaseAnthropicChatCompletionClient(ProviderClient):
    """What the clients of Anthropic and of Bedrock have in common.

    Args:
        client: The SDK's client.
        create_args: Arguments that go with every request.
        model_info: What the model can do; looked up by name when missing.
    """

    def __init__(
        self, client: Any, *, create_args: dict[str, Any], model_info: ModelInfo | None = None
    ) -> None:
        model = str(create_args["model"])
        super().__init__(client, model_info or TABLE.info(model))
        self._create_args: dict[str, Any] = create_args
        self._last_used_tools: Sequence[Tool | ToolSchema] = ()

    def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
        max_consecutive_empty_chunk_tolerance: int = 0,
    ) -> AsyncGenerator[str | CreateResult, None]:
        """Yield pieces of the answer's text and, last, the whole answer; see `create`.

        Args:
            messages: The conversation.
            tools: What the model may call.
            tool_choice: One tool that it has to call, or whether it may, must or must not call.
            json_output: `True` for JSON, a pydantic class for JSON of that shape.
            extra_create_args: Further arguments for the provider.
            cancellation_token: Cancels the request.
            max_consecutive_empty_chunk_tolerance: Has no effect: empty events are skipped.
        """
        ask = Ask(tools, tool_choice, json_output, extra_create_args, stream=True)
        return self._stream(messages, ask, cancellation_token)

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return about how many tokens a request with these messages would have.

        An estimate: the vendor has published no tokenizer.
        """
        system, wire = to_wire_messages(messages)
        told = [{"role": "system", "content": system}, *wire] if system else wire
        return count_request(told, [to_wire_tool(tool) for tool in tools], estimate_tokens)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens the model's limit leaves beside these messages."""
        limit = TABLE.context(str(self._create_args["model"]))
        return limit - self.count_tokens(messages, tools=tools)

    def _build_request(self, messages: Sequence[LLMMessage], ask: Ask) -> Request:
        request = to_request(
            messages,
            ask,
            create_args=self._create_args,
            info=self._model_info,
            last_tools=self._last_used_tools,
        )
        if ask.tools:
            self._last_used_tools = tuple(ask.tools)
        return request

    async def _send(self, request: Request) -> Any:
        return await _sdk.create(await self._ready_client(), request)

    def _read_answer(self, answer: Any, request: Request) -> CreateResult:
        return to_result(answer)

    async def _open_stream(self, request: Request) -> AsyncIterable[Any]:
        return await _sdk.open_stream(await self._ready_client(), request)

    def _accumulate(self, request: Request) -> Accumulator:
        return EventAccumulator()


class AnthropicChatCompletionClient(
    BaseAnthropicChatCompletionClient, Component[AnthropicClientConfigurationConfigModel]
):
    """Speaks to Anthropic's models.

    Args:
        **kwargs: See `AnthropicClientConfiguration`; `model` is required.

    Raises:
        UnknownModelError: The model is not known, and there is no `model_info`.
    """

    component_type: ClassVar[ComponentType] = "model"
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.models.anthropic.AnthropicChatCompletionClient"
    )
    component_config_schema = AnthropicClientConfigurationConfigModel

    def __init__(self, **kwargs: Unpack[AnthropicClientConfiguration]) -> None:
        config: dict[str, Any] = dict(kwargs)
        if "model" not in config:
            raise ModelArgumentError("model is required for AnthropicChatCompletionClient")
        self._raw_config: dict[str, Any] = config
        super().__init__(
            _deferred(config),
            create_args=to_create_args(config),
            model_info=config.get("model_info"),
        )

    def _defer_sdk(self) -> Deferred:
        return _deferred(self._raw_config)

    def _to_config(self) -> AnthropicClientConfigurationConfigModel:
        return AnthropicClientConfigurationConfigModel.model_validate(self._raw_config)

    @classmethod
    def _from_config(cls, config: AnthropicClientConfigurationConfigModel) -> Self:
        return cls(**cast("AnthropicClientConfiguration", open_config(config)))


def _deferred(config: Mapping[str, Any]) -> Deferred:
    given = {key: config[key] for key in _SDK_KEYS if config.get(key) is not None}
    settings, retries = split_retries(given)
    return Deferred(lambda: _build_sdk_client(settings), _sdk.MODULES, retries)


def _build_sdk_client(settings: Mapping[str, Any]) -> "AsyncAnthropic":
    from anthropic import AsyncAnthropic  # noqa: PLC0415 - slow, when the first client is used

    from studio.ext.models._shared.transport import build_http_client  # noqa: PLC0415

    given: dict[str, Any] = {"http_client": build_http_client(), **settings}
    return AsyncAnthropic(**given)
