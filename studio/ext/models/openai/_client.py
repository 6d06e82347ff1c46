"""The client of OpenAI's chat completions and of everyone who copies them."""

from collections.abc import AsyncGenerator, AsyncIterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, Unpack, cast

from pydantic import BaseModel

from studio._kit.settings import env
from studio.core import CancellationToken, Component, ComponentType
from studio.core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelFamily,
    ModelInfo,
)
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import Ask, Request
from studio.ext.models._shared.base_client import Accumulator, ProviderClient
from studio.ext.models._shared.deferred import Deferred
from studio.ext.models._shared.errors import ModelArgumentError
from studio.ext.models._shared.persistence import split_retries
from studio.ext.models._shared.plain import open_config
from studio.ext.models._shared.tokens import count_request, counter_for
from studio.ext.models.openai import _sdk
from studio.ext.models.openai._models import COMPATIBLE, TABLE
from studio.ext.models.openai._request import (
    MessageStyle,
    to_create_args,
    to_request,
    to_wire_messages,
    to_wire_tool,
)
from studio.ext.models.openai._response import to_result
from studio.ext.models.openai._stream import ChunkAccumulator
from studio.ext.models.openai.config import (
    OpenAIClientConfiguration,
    OpenAIClientConfigurationConfigModel,
)

if TYPE_CHECKING:
    from openai import AsyncAzureOpenAI, AsyncOpenAI

_SDK_KEYS = (
    *("api_key", "organization", "project", "base_url", "timeout", "max_retries"),
    *("default_headers", "default_query", "http_client"),
)


class BaseOpenAIChatCompletionClient(ProviderClient):
    """What the clients of OpenAI and Azure have in common.

    Args:
        client: The SDK's client.
        create_args: Arguments that go with every request.
        model_capabilities: What the model can do, as earlier versions said it.
        model_info: What the model can do; looked up by name when missing.
        add_name_prefixes: Begin what people say with "X said:".
        include_name_in_message: Send the speaker's name beside the text.
    """

    def __init__(
        self,
        client: "AsyncOpenAI | AsyncAzureOpenAI | Deferred",
        *,
        create_args: dict[str, Any],
        model_capabilities: ModelCapabilities | None = None,
        model_info: ModelInfo | None = None,
        add_name_prefixes: bool = False,
        include_name_in_message: bool = True,
    ) -> None:
        model = str(create_args["model"])
        super().__init__(client, _find_info(model, model_info, model_capabilities))
        self._create_args: dict[str, Any] = create_args
        self._style = MessageStyle(
            family=self._model_info["family"],
            name_field=include_name_in_message,
            name_prefix=add_name_prefixes,
        )

    @classmethod
    def create_from_config(cls, config: dict[str, Any]) -> ChatCompletionClient:
        """Return a client with a config as keyword arguments."""
        return OpenAIChatCompletionClient(**config)

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
        include_usage: bool | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        """Yield pieces of the answer's text and, last, the whole answer; see `create`.

        Args:
            messages: The conversation.
            tools: What the model may call.
            tool_choice: One tool that it has to call, or whether it may, must or must not call.
            json_output: `True` for JSON, a pydantic class for JSON of that shape.
            extra_create_args: Further arguments for the provider.
            cancellation_token: Cancels the request.
            max_consecutive_empty_chunk_tolerance: Has no effect: empty chunks are skipped.
            include_usage: Ask for the tokens used, which most providers send only when asked.
        """
        ask = Ask(
            tools,
            tool_choice,
            json_output,
            extra_create_args,
            stream=True,
            include_usage=include_usage,
        )
        return self._stream(messages, ask, cancellation_token)

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens a request with these messages would have.

        Exact where the tokenizer's data is on this machine already, otherwise an estimate; nothing
        is downloaded.
        """
        wire = to_wire_messages(messages, self._style)
        count = counter_for(TABLE.resolve(str(self._create_args["model"])))
        return count_request(wire, [to_wire_tool(tool) for tool in tools], count)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return how many tokens the model's limit leaves beside these messages."""
        limit = TABLE.context(str(self._create_args["model"]))
        return limit - self.count_tokens(messages, tools=tools)

    def _build_request(self, messages: Sequence[LLMMessage], ask: Ask) -> Request:
        return to_request(
            messages, ask, create_args=self._create_args, info=self._model_info, style=self._style
        )

    async def _send(self, request: Request) -> Any:
        client = await self._ready_client()
        call = _sdk.create if request.schema is None else _sdk.parse
        return await call(client, request)

    def _read_answer(self, answer: Any, request: Request) -> CreateResult:
        return to_result(answer, thinks_aloud=self._thinks_aloud)

    async def _open_stream(self, request: Request) -> AsyncIterable[Any]:
        client = await self._ready_client()
        opener = _sdk.open_stream if request.schema is None else _sdk.open_parsed_stream
        return await opener(client, request)

    def _accumulate(self, request: Request) -> Accumulator:
        return ChunkAccumulator(thinks_aloud=self._thinks_aloud)

    @property
    def _thinks_aloud(self) -> bool:
        return self._model_info["family"] == ModelFamily.R1


class OpenAIChatCompletionClient(
    BaseOpenAIChatCompletionClient, Component[OpenAIClientConfigurationConfigModel]
):
    """Speaks to OpenAI's chat completions, or to a server that is compatible with them.

    Models of Google, Anthropic and Meta are known by name, with the address they are served at.

    Args:
        **kwargs: See `OpenAIClientConfiguration`; `model` is required.

    Raises:
        UnknownModelError: The model is not known, and there is no `model_info`.
        openai.OpenAIError: There is no key.
    """

    component_type: ClassVar[ComponentType] = "model"
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.models.openai.OpenAIChatCompletionClient"
    )
    component_config_schema = OpenAIClientConfigurationConfigModel

    def __init__(self, **kwargs: Unpack[OpenAIClientConfiguration]) -> None:
        config: dict[str, Any] = dict(kwargs)
        if "model" not in config:
            raise ModelArgumentError("model is required for OpenAIChatCompletionClient")
        self._raw_config: dict[str, Any] = config
        super().__init__(
            _deferred(config), create_args=to_create_args(config), **client_args(config)
        )
        if not _has_key(_with_address(config)):
            self._build_now()

    def _defer_sdk(self) -> Deferred:
        return _deferred(self._raw_config)

    def _to_config(self) -> OpenAIClientConfigurationConfigModel:
        return OpenAIClientConfigurationConfigModel.model_validate(self._raw_config)

    @classmethod
    def _from_config(cls, config: OpenAIClientConfigurationConfigModel) -> Self:
        return cls(**cast("OpenAIClientConfiguration", open_config(config)))


def client_args(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of a config that our client takes itself."""
    names = ("model_capabilities", "model_info", "add_name_prefixes", "include_name_in_message")
    return {name: config[name] for name in names if name in config}


def _with_address(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the SDK's part of a config, with the address and key of compatible vendors."""
    settings = {key: config[key] for key in _SDK_KEYS if key in config}
    for beginning, (address, variable) in COMPATIBLE.items():
        if str(config["model"]).startswith(beginning):
            settings.setdefault("base_url", address)
            key = env(variable)
            if key:
                settings.setdefault("api_key", key)
    return settings


def _deferred(config: Mapping[str, Any]) -> Deferred:
    settings, retries = split_retries(_with_address(config))
    return Deferred(lambda: _build_sdk_client(settings), _sdk.MODULES, retries)


def _has_key(settings: Mapping[str, Any]) -> bool:
    return any((settings.get("api_key"), env("OPENAI_API_KEY"), env("OPENAI_ADMIN_KEY")))


def _build_sdk_client(settings: Mapping[str, Any]) -> "AsyncOpenAI":
    from openai import AsyncOpenAI  # noqa: PLC0415 - half a second, when the first client is used

    from studio.ext.models._shared.transport import build_http_client  # noqa: PLC0415

    given: dict[str, Any] = {"http_client": build_http_client(), **settings}
    return AsyncOpenAI(**given)


def _find_info(
    model: str, info: ModelInfo | None, capabilities: ModelCapabilities | None
) -> ModelInfo:
    if info is not None:
        return info
    if capabilities is None:
        return TABLE.info(model)
    return ModelInfo(
        vision=capabilities["vision"],
        function_calling=capabilities["function_calling"],
        json_output=capabilities["json_output"],
        family=ModelFamily.UNKNOWN,
        structured_output=False,
    )
