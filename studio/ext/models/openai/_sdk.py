"""Calls of OpenAI's SDK, made so that they cost little."""

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from studio.ext.models._shared.ask import Request
from studio.ext.models._shared.sdk_methods import is_own_method

MODULES = (
    "openai",
    "openai.resources.chat.completions",
    "openai.lib.streaming.chat",
    "studio.ext.models._shared.transport",
)
"""What the first call needs."""


async def create(client: Any, request: Request) -> Any:
    """Return the SDK's chat completion."""
    method = client.chat.completions.create
    return await method(**_economical(method, request.arguments), stream=False)


async def parse(client: Any, request: Request) -> Any:
    """Return the SDK's chat completion of the requested shape."""
    method = client.beta.chat.completions.parse
    arguments = _economical(method, request.arguments)
    return await method(**arguments, response_format=request.schema)


async def open_stream(client: Any, request: Request) -> AsyncIterator[Any]:
    """Return the chunks of a streamed completion."""
    method = client.chat.completions.create
    stream: Any = await method(**_economical(method, request.arguments), stream=True)
    return _as_data(client, stream)


async def open_parsed_stream(client: Any, request: Request) -> AsyncIterable[Any]:
    """Return the chunks of a streamed completion of the requested shape."""
    method = client.beta.chat.completions.stream
    arguments = _economical(method, request.arguments)
    manager = method(**arguments, response_format=request.schema)
    return _ChunksOfEvents(manager, await manager.__aenter__())


class _ChunksOfEvents:
    """The chunks within the events of the SDK's stream."""

    def __init__(self, manager: AbstractAsyncContextManager[Any], events: Any) -> None:
        self._manager = manager
        self._events = events

    async def __aiter__(self) -> AsyncGenerator[Any, None]:
        async for event in self._events:
            if event.type == "chunk":
                yield event.chunk

    async def close(self) -> None:
        """Let go of the connection."""
        await self._manager.__aexit__(None, None, None)


def _economical(method: object, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments with the messages in a place where the SDK takes them as they are.

    The SDK walks through every field of every message, a quarter of a millisecond for each of
    them, to find fields to rename; there are none. `extra_body` is put into the request after
    that walk. Whoever has replaced the method gets the arguments as they would expect them.
    """
    if not is_own_method(method, "openai"):
        return arguments
    given: Mapping[str, Any] = arguments.get("extra_body") or {}
    body = {**given, "messages": arguments["messages"]}
    return {**arguments, "messages": [], "extra_body": body}


def _as_data(client: Any, stream: Any) -> AsyncIterator[Any]:
    """Return a stream of the SDK's as one of plain data: objects are most of its cost."""
    from openai import AsyncStream  # noqa: PLC0415 - only here when it has been loaded

    if type(stream) is not AsyncStream:
        return stream
    return AsyncStream(cast_to=object, response=stream.response, client=client)
