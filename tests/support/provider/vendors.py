"""The model clients that one suite holds to one contract, and how their requests are read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from studio.core.models import ChatCompletionClient
from studio.ext.models.anthropic import AnthropicChatCompletionClient
from studio.ext.models.ollama import OllamaChatCompletionClient
from studio.ext.models.openai import AzureOpenAIChatCompletionClient, OpenAIChatCompletionClient
from tests.support.provider.server import KEY, ProviderServer

Body = dict[str, Any]


@dataclass(frozen=True)
class Vendor:
    """A client beside what is particular to its vendor."""

    name: str
    build: Callable[..., ChatCompletionClient]
    """Takes the server, and further configuration."""
    retries: bool = True
    """Whether the SDK tries again by itself."""
    call_ids: bool = True
    """Whether the vendor gives calls their ids."""
    filters: bool = True
    """Whether the vendor says that an answer was filtered."""
    forces_one_tool: bool = True
    """Whether a single tool can be asked for by name."""
    needs_key: bool = True

    def __str__(self) -> str:
        return self.name


def _openai(server: ProviderServer, *, key: str = KEY, **config: Any) -> ChatCompletionClient:
    given: dict[str, Any] = {"model": "gpt-4o", "max_retries": 0, **config}
    return OpenAIChatCompletionClient(api_key=key, base_url=server.openai_url, **given)


def _azure(server: ProviderServer, *, key: str = KEY, **config: Any) -> ChatCompletionClient:
    given: dict[str, Any] = {"model": "gpt-4o", "max_retries": 0, **config}
    return AzureOpenAIChatCompletionClient(
        api_key=key,
        azure_endpoint=server.azure_url,
        azure_deployment="mine",
        api_version="2024-06-01",
        **given,
    )


def _anthropic(server: ProviderServer, *, key: str = KEY, **config: Any) -> ChatCompletionClient:
    given: dict[str, Any] = {"model": "claude-opus-4-8", "max_retries": 0, **config}
    return AnthropicChatCompletionClient(api_key=key, base_url=server.anthropic_url, **given)


def _ollama(server: ProviderServer, *, key: str = KEY, **config: Any) -> ChatCompletionClient:
    given: dict[str, Any] = {"model": "qwen3-vl", **config}
    given.pop("max_retries", None)
    headers = {"Authorization": f"Bearer {key}"}
    return OllamaChatCompletionClient(host=server.ollama_url, headers=headers, **given)


VENDORS = [
    Vendor("openai", _openai),
    Vendor("azure", _azure),
    Vendor("anthropic", _anthropic),
    Vendor("ollama", _ollama, retries=False, call_ids=False, filters=False, forces_one_tool=False),
]


def roles(body: Body) -> list[str]:
    """Return who speaks in a request, in order."""
    system = ["system"] if body.get("system") else []
    return [*system, *(message["role"] for message in body["messages"])]


def tool_names(body: Body) -> list[str]:
    """Return the tools that a request offers."""
    tools: list[Body] = body.get("tools") or []
    return [(tool.get("function") or tool)["name"] for tool in tools]


def has_image(body: Body) -> bool:
    """Say whether the first message of a request has an image."""
    message: Body = body["messages"][0]
    if message.get("images"):
        return True
    content: str | list[Body] = message["content"]
    return not isinstance(content, str) and any(
        part["type"] in {"image", "image_url"} for part in content
    )


def schema_of(body: Body) -> dict[str, Any]:
    """Return the schema that a request wants the answer to have."""
    if "output_config" in body:
        return body["output_config"]["format"]["schema"]
    if "response_format" in body:
        return body["response_format"]["json_schema"]["schema"]
    return body["format"]
