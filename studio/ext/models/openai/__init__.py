"""Model clients of OpenAI, of Azure's OpenAI, and of servers that are compatible with them."""

from studio.ext.models.openai import _request as _message_transform
from studio.ext.models.openai._azure_client import (
    AZURE_OPENAI_USER_AGENT,
    AzureOpenAIChatCompletionClient,
)
from studio.ext.models.openai._client import (
    BaseOpenAIChatCompletionClient,
    OpenAIChatCompletionClient,
)
from studio.ext.models.openai.config import (
    AzureOpenAIClientConfigurationConfigModel,
    BaseOpenAIClientConfigurationConfigModel,
    CreateArgumentsConfigModel,
    OpenAIClientConfigurationConfigModel,
)

__all__ = [
    "AZURE_OPENAI_USER_AGENT",
    "AzureOpenAIChatCompletionClient",
    "AzureOpenAIClientConfigurationConfigModel",
    "BaseOpenAIChatCompletionClient",
    "BaseOpenAIClientConfigurationConfigModel",
    "CreateArgumentsConfigModel",
    "OpenAIChatCompletionClient",
    "OpenAIClientConfigurationConfigModel",
    "_message_transform",
]
