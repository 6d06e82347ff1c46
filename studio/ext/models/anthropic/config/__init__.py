"""What Anthropic's clients are configured with: keyword arguments, and their serialized form."""

from typing import Any, Literal, Required

from pydantic import BaseModel, SecretStr
from typing_extensions import TypedDict

from studio.core.models import ModelCapabilities, ModelInfo

ToolChoiceConfig = Literal["auto", "any", "none"] | dict[str, Any]


class ResponseFormat(TypedDict):
    """Form of the answer."""

    type: Literal["text", "json_object"]


class ThinkingConfig(TypedDict, total=False):
    """Whether the model reasons before it answers, and for how long."""

    type: Required[Literal["enabled", "disabled"]]
    budget_tokens: int | None


class CreateArguments(TypedDict, total=False):
    """Arguments that go with every request."""

    model: str
    max_tokens: int | None
    temperature: float | None
    top_p: float | None
    top_k: int | None
    stop_sequences: list[str] | None
    response_format: ResponseFormat | None
    metadata: dict[str, str] | None
    thinking: ThinkingConfig | None


class BedrockInfo(TypedDict):
    """Keys and region of an account at AWS."""

    aws_access_key: Required[str]
    aws_secret_key: Required[str]
    aws_session_token: Required[str]
    aws_region: Required[str]


class BaseAnthropicClientConfiguration(CreateArguments, total=False):
    """Keyword arguments that all of Anthropic's clients take."""

    api_key: str
    base_url: str | None
    model_capabilities: ModelCapabilities
    model_info: ModelInfo
    timeout: float | None
    max_retries: int | None
    default_headers: dict[str, str] | None


class AnthropicClientConfiguration(BaseAnthropicClientConfiguration, total=False):
    """Keyword arguments of `AnthropicChatCompletionClient`."""

    tools: list[dict[str, Any]] | None
    tool_choice: ToolChoiceConfig | None


class AnthropicBedrockClientConfiguration(AnthropicClientConfiguration, total=False):
    """Keyword arguments of `AnthropicBedrockChatCompletionClient`."""

    bedrock_info: BedrockInfo


class ThinkingConfigModel(BaseModel):
    """Whether the model reasons before it answers, and for how long."""

    type: Literal["enabled", "disabled"]
    budget_tokens: int | None = None


class CreateArgumentsConfigModel(BaseModel):
    """Arguments that go with every request."""

    model: str
    max_tokens: int | None = 4096
    temperature: float | None = 1.0
    top_p: float | None = None
    top_k: int | None = None
    stop_sequences: list[str] | None = None
    response_format: ResponseFormat | None = None
    metadata: dict[str, str] | None = None
    thinking: ThinkingConfigModel | None = None


class BaseAnthropicClientConfigurationConfigModel(CreateArgumentsConfigModel):
    """What the configs of all of Anthropic's clients have."""

    api_key: SecretStr | None = None
    base_url: str | None = None
    model_capabilities: ModelCapabilities | None = None
    model_info: ModelInfo | None = None
    timeout: float | None = None
    max_retries: int | None = None
    default_headers: dict[str, str] | None = None


class AnthropicClientConfigurationConfigModel(BaseAnthropicClientConfigurationConfigModel):
    """Config of `AnthropicChatCompletionClient`."""

    tools: list[dict[str, Any]] | None = None
    tool_choice: ToolChoiceConfig | None = None


class BedrockInfoConfigModel(TypedDict):
    """Keys and region of an account at AWS."""

    aws_access_key: Required[SecretStr]
    aws_session_token: Required[SecretStr]
    aws_region: Required[str]
    aws_secret_key: Required[SecretStr]


class AnthropicBedrockClientConfigurationConfigModel(AnthropicClientConfigurationConfigModel):
    """Config of `AnthropicBedrockChatCompletionClient`."""

    bedrock_info: BedrockInfoConfigModel | None = None
