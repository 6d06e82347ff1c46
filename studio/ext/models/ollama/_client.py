"""The client of Ollama, which serves models on one's own machine."""

import itertools
from collections.abc import AsyncGenerator, AsyncIterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, Unpack, cast

from pydantic import BaseModel

from studio.core import CancellationToken, Component, ComponentType
from studio.core.models import CreateResult, LLMMessage, ModelInfo
from studio.core.tools import Tool, ToolSchema
from studio.ext._extras import check_installed
from studio.ext.models._shared.ask import Ask, Request
from studio.ext.models._shared.base_client import Accumulator, ProviderClient
from studio.ext.models._shared.deferred import Deferred
from studio.ext.models._shared.errors import ModelArgumentError
from studio.ext.models._shared.tokens import count_request, estimate_tokens
from studio.ext.models.ollama import _sdk
from studio.ext.models.ollama._models import TABLE
from studio.ext.models.ollama._request import (
    to_create_args,
    to_request,
    to_wire_messages,
    to_wire_tool,
)
from studio.ext.models.ollama._response import to_result
from studio.ext.models.ollama._stream import PartAccumulator
from studio.ext.models.ollama.config import (
    BaseOllamaClientConfiguration,
    BaseOllamaClientConfigurationConfigModel,
)

if TYPE_CHECKING:
    from ollama import AsyncClient

_SDK_KEYS = ("host", "follow_redirects", "timeout", "headers")


class BaseOllamaChatCompletionClient(ProviderClient):
    """What a client over Ollama's SDK does.

    Args:
        client: The SDK's client.
        create_args: Arguments that go with every request.
        model_info: What the model can do; looked up by name when missing.
    """

    def __init__(
        self, client: Any, *, create_args: dict[str, Any], model_info: ModelInfo | None = None
    ) -> None:
        super().__init__(client, model_info or _find_info(str(create_args["model"])))
        self._create_args: dict[str, Any] = create_args
        self._calls = itertools.count()

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
        ask = Ask(tools, tool_choice, json_output, extra_create_args, stream=True)
        return self._stream(messages, ask, cancellation_token)

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return about how many tokens a request with these messages would have; an estimate."""
        wire = to_wire_messages(messages)
        return count_request(wire, [to_wire_tool(tool) for tool in tools], estimate_tokens)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens the model's limit leaves beside these messages."""
        limit = _find_context(str(self._create_args["model"]))
        return limit - self.count_tokens(messages, tools=tools)

    def _next_id(self) -> str:
        return str(next(self._calls))

    def _build_request(self, messages: Sequence[LLMMessage], ask: Ask) -> Request:
        return to_request(messages, ask, create_args=self._create_args, info=self._model_info)

    async def _send(self, request: Request) -> Any:
        return await _sdk.create(await self._ready_client(), request)

    def _read_answer(self, answer: Any, request: Request) -> CreateResult:
        return to_result(answer, next_id=self._next_id)

    async def _open_stream(self, request: Request) -> AsyncIterable[Any]:
        return await _sdk.open_stream(await self._ready_client(), request)

    def _accumulate(self, request: Request) -> Accumulator:
        return PartAccumulator(next_id=self._next_id)


class OllamaChatCompletionClient(
    BaseOllamaChatCompletionClient, Component[BaseOllamaClientConfigurationConfigModel]
):
    """Speaks to a server of Ollama.

    Args:
        **kwargs: See `BaseOllamaClientConfiguration`; `model` is required.

    Raises:
        UnknownModelError: The model is not known, and there is no `model_info`.
        MissingExtraError: The package `ollama` is not installed.
    """

    component_type: ClassVar[ComponentType] = "model"
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.models.ollama.OllamaChatCompletionClient"
    )
    component_config_schema = BaseOllamaClientConfigurationConfigModel

    def __init__(self, **kwargs: Unpack[BaseOllamaClientConfiguration]) -> None:
        config: dict[str, Any] = dict(kwargs)
        if "model" not in config:
            raise ModelArgumentError("model is required for OllamaChatCompletionClient")
        check_installed("ollama", extra="ollama", purpose="OllamaChatCompletionClient")
        self._raw_config: dict[str, Any] = config
        super().__init__(
            _deferred(config),
            create_args=to_create_args(config),
            model_info=config.get("model_info"),
        )

    def _defer_sdk(self) -> Deferred:
        return _deferred(self._raw_config)

    def _to_config(self) -> BaseOllamaClientConfigurationConfigModel:
        config = dict(self._raw_config)
        options = config.get("options")
        if isinstance(options, BaseModel):
            config["options"] = options.model_dump(exclude_none=True)
        return BaseOllamaClientConfigurationConfigModel.model_validate(config)

    @classmethod
    def _from_config(cls, config: BaseOllamaClientConfigurationConfigModel) -> Self:
        return cls(**cast("BaseOllamaClientConfiguration", config.model_dump(exclude_none=True)))


def _find_info(model: str) -> ModelInfo:
    name = model if TABLE.find(model) else model.partition(":")[0]
    return TABLE.info(name)


def _find_context(model: str) -> int:
    name = model if TABLE.find(model) else model.partition(":")[0]
    return TABLE.context(name)


def _deferred(config: Mapping[str, Any]) -> Deferred:
    settings = {key: config[key] for key in _SDK_KEYS if config.get(key) is not None}
    return Deferred(lambda: _build_sdk_client(settings), _sdk.MODULES)


def _build_sdk_client(settings: Mapping[str, Any]) -> "AsyncClient":
    from ollama import AsyncClient  # noqa: PLC0415 - an optional package

    from studio.ext.models._shared.transport import tls_context  # noqa: PLC0415

    return AsyncClient(**settings, verify=tls_context())
