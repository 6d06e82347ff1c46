"""Model clients of Anthropic, direct and on AWS Bedrock."""

from studio.ext.models.anthropic._bedrock_client import AnthropicBedrockChatCompletionClient
from studio.ext.models.anthropic._client import (
    AnthropicChatCompletionClient,
    BaseAnthropicChatCompletionClient,
)
from studio.ext.models.anthropic.config import (
    AnthropicBedrockClientConfiguration,
    AnthropicBedrockClientConfigurationConfigModel,
    AnthropicClientConfiguration,
    AnthropicClientConfigurationConfigModel,
    BedrockInfo,
    CreateArgumentsConfigModel,
)

__all__ = [
    "AnthropicBedrockChatCompletionClient",
    "AnthropicBedrockClientConfiguration",
    "AnthropicBedrockClientConfigurationConfigModel",
    "AnthropicChatCompletionClient",
    "AnthropicClientConfiguration",
    "AnthropicClientConfigurationConfigModel",
    "BaseAnthropicChatCompletionClient",
    "BedrockInfo",
    "CreateArgumentsConfigModel",
]
