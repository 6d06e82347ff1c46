"""What OpenAI's clients are configured with: keyword arguments, and their serialized form."""

from collections.abc import Awaitable, Callable
from typing import Literal, Required

from pydantic import BaseModel, SecretStr
from typing_extensions import TypedDict

from studio.core import ComponentModel
from studio.core.models import ModelCapabilities, ModelInfo

Effort = Literal["minimal", "low", "medium", "high"]


class JSONSchema(TypedDict, total=False):
    """A schema that the answer has to follow."""

    name: Required[str]
    description: str
    schema: dict[str, object]
    strict: bool | None


class ResponseFormat(TypedDict):
    """Form of the answer."""

    type: Literal["text", "json_object", "json_schema"]
    json_schema: JSONSchema | None


class StreamOptions(TypedDict):
    """How a stream is to be."""

    include_usage: bool


class CreateArguments(TypedDict, total=False):
    """Arguments that go with every request."""

    frequency_penalty: float | None
    logit_bias: dict[str, int] | None
    max_tokens: int | None
    n: int | None
    presence_penalty: float | None
    response_format: ResponseFormat
    seed: int | None
    stop: str | list[str] | None
    temperature: float | None
    top_p: float | None
    user: str
    stream_options: StreamOptions | None
    parallel_tool_calls: bool | None
    reasoning_effort: Effort | None


class BaseOpenAIClientConfiguration(CreateArguments, total=False):
    """Keyword arguments that all of OpenAI's clients take."""

    model: str
    api_key: str
    timeout: float | None
    max_retries: int
    model_capabilities: ModelCapabilities
    model_info: ModelInfo
    add_name_prefixes: bool
    """Begin what people say with "X said:"."""
    include_name_in_message: bool
    """Send the speaker's name beside the text; on by default."""
    default_headers: dict[str, str] | None


class OpenAIClientConfiguration(BaseOpenAIClientConfiguration, total=False):
    """Keyword arguments of `OpenAIChatCompletionClient`."""

    organization: str
    base_url: str


class AzureOpenAIClientConfiguration(BaseOpenAIClientConfiguration, total=False):
    """Keyword arguments of `AzureOpenAIChatCompletionClient`."""

    azure_endpoint: Required[str]
    azure_deployment: str
    api_version: Required[str]
    azure_ad_token: str
    azure_ad_token_provider: Callable[[], str | Awaitable[str]]


class CreateArgumentsConfigModel(BaseModel):
    """Arguments that go with every request."""

    frequency_penalty: float | None = None
    logit_bias: dict[str, int] | None = None
    max_tokens: int | None = None
    n: int | None = None
    presence_penalty: float | None = None
    response_format: ResponseFormat | None = None
    seed: int | None = None
    stop: str | list[str] | None = None
    temperature: float | None = None
    top_p: float | None = None
    user: str | None = None
    stream_options: StreamOptions | None = None
    parallel_tool_calls: bool | None = None
    reasoning_effort: Effort | None = None


class BaseOpenAIClientConfigurationConfigModel(CreateArgumentsConfigModel):
    """What the configs of all of OpenAI's clients have."""

    model: str
    api_key: SecretStr | None = None
    timeout: float | None = None
    max_retries: int | None = None
    model_capabilities: ModelCapabilities | None = None
    model_info: ModelInfo | None = None
    add_name_prefixes: bool | None = None
    include_name_in_message: bool | None = None
    default_headers: dict[str, str] | None = None


class OpenAIClientConfigurationConfigModel(BaseOpenAIClientConfigurationConfigModel):
    """Config of `OpenAIChatCompletionClient`."""

    organization: str | None = None
    base_url: str | None = None


class AzureOpenAIClientConfigurationConfigModel(BaseOpenAIClientConfigurationConfigModel):
    """Config of `AzureOpenAIChatCompletionClient`."""

    azure_endpoint: str
    azure_deployment: str | None = None
    api_version: str
    azure_ad_token: str | None = None
    azure_ad_token_provider: ComponentModel | None = None
