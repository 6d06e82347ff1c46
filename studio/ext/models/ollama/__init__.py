"""Model client of Ollama."""

from studio.ext.models.ollama._client import (
    BaseOllamaChatCompletionClient,
    OllamaChatCompletionClient,
)
from studio.ext.models.ollama.config import (
    BaseOllamaClientConfigurationConfigModel,
    CreateArgumentsConfigModel,
)

__all__ = [
    "BaseOllamaChatCompletionClient",
    "BaseOllamaClientConfigurationConfigModel",
    "CreateArgumentsConfigModel",
    "OllamaChatCompletionClient",
]
