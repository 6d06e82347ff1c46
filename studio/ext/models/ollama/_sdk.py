"""Calls of Ollama's SDK."""

from collections.abc import AsyncIterator
from typing import Any

from studio.ext.models._shared.ask import Request

MODULES = ("ollama", "studio.ext.models._shared.transport")
"""What the first call needs."""


async def create(client: Any, request: Request) -> Any:
    """Return the SDK's chat response."""
    return await client.chat(**_typed(request), stream=False)


async def open_stream(client: Any, request: Request) -> AsyncIterator[Any]:
    """Return the chat responses of a stream."""
    return await client.chat(**_typed(request), stream=True)


def _typed(request: Request) -> dict[str, Any]:
    """Return the arguments with messages and tools as the SDK's own types."""
    from ollama import Message, Tool  # noqa: PLC0415 - an optional package

    arguments = dict(request.arguments)
    arguments["messages"] = [Message.model_validate(_typed_images(m)) for m in request.messages]
    if request.tools:
        arguments["tools"] = [Tool.model_validate(tool) for tool in request.tools]
    return arguments


def _typed_images(message: dict[str, Any]) -> dict[str, Any]:
    if "images" not in message:
        return message
    return {**message, "images": [{"value": image} for image in message["images"]]}
