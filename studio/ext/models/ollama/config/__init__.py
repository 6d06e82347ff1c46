"""What Ollama's client is configured with: keyword arguments, and their serialized form."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from typing_extensions import TypedDict

from studio.core.models import ModelCapabilities, ModelInfo


class CreateArguments(TypedDict, total=False):
    """Arguments that go with every request."""

    model: str
    host: str | None
    response_format: Any


class BaseOllamaClientConfiguration(CreateArguments, total=False):
    """Keyword arguments of `OllamaChatCompletionClient`."""

    follow_redirects: bool
    timeout: Any
    headers: Mapping[str, str] | None
    model_capabilities: ModelCapabilities
    model_info: ModelInfo
    options: Mapping[str, Any] | Any | None
    """Settings of the model, such as `num_ctx`; a mapping or Ollama's `Options`."""


class CreateArgumentsConfigModel(BaseModel):
    """Arguments that go with every request."""

    model: str
    host: str | None = None
    response_format: Any = None


class BaseOllamaClientConfigurationConfigModel(CreateArgumentsConfigModel):
    """Config of `OllamaChatCompletionClient`."""

    follow_redirects: bool = True
    timeout: Any = None
    headers: Mapping[str, str] | None = None
    model_capabilities: ModelCapabilities | None = None
    model_info: ModelInfo | None = None
    options: Mapping[str, Any] | None = None
