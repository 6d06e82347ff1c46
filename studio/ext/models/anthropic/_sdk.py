"""Calls of Anthropic's SDK."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

from studio.ext.models._shared.ask import Request
from studio.ext.models._shared.sdk_methods import is_own_method
from studio.ext.models.anthropic._request import DEFAULT_TEMPERATURE

MODULES = ("anthropic", "anthropic.resources.messages", "studio.ext.models._shared.transport")
"""What the first call needs."""

_SAMPLING = ("temperature", "top_p", "top_k")


async def create(client: Any, request: Request) -> Any:
    """Return the SDK's message."""
    method = client.messages.create
    return await method(**_accepted(method, request.arguments))


async def open_stream(client: Any, request: Request) -> AsyncIterator[Any]:
    """Return the events of a streamed message."""
    method = client.messages.create
    stream: Any = await method(**_accepted(method, request.arguments), stream=True)
    return _as_data(client, stream)


def _accepted(method: object, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments with the sampling ones in the body, where the SDK still lets them be.

    Its method takes them no more, since newer models refuse them; the vendor's default is left
    out for the same reason. Whoever has replaced the method gets all of them by name.
    """
    if not is_own_method(method, "anthropic"):
        return arguments
    rest = {key: value for key, value in arguments.items() if key not in _SAMPLING}
    body = {key: arguments[key] for key in _SAMPLING if key in arguments}
    if body.get("temperature") == DEFAULT_TEMPERATURE:
        del body["temperature"]
    given: Mapping[str, Any] = arguments.get("extra_body") or {}
    return {**rest, "extra_body": {**body, **given}} if body or given else rest


def _as_data(client: Any, stream: Any) -> AsyncIterator[Any]:
    """Return a stream of the SDK's as one of plain data: objects are most of its cost."""
    from anthropic import AsyncStream  # noqa: PLC0415 - only here when it has been loaded

    if type(stream) is not AsyncStream:
        return stream
    return AsyncStream(cast_to=object, response=stream.response, client=client)
