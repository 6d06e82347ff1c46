"""Questions to model clients, and short ways to ask them."""

import inspect
from typing import Any

from studio.core.models import ChatCompletionClient, CreateResult, LLMMessage, UserMessage
from studio.core.tools import FunctionTool

HELLO: list[LLMMessage] = [UserMessage(content="Hello", source="user")]


async def streamed(
    client: ChatCompletionClient, messages: list[LLMMessage], **arguments: Any
) -> tuple[list[str], CreateResult]:
    """Return the pieces of a streamed answer, and the whole of it."""
    pieces = [piece async for piece in client.create_stream(messages, **arguments)]
    result = pieces.pop()
    assert isinstance(result, CreateResult)
    return [piece for piece in pieces if isinstance(piece, str)], result


def usage_wanted(client: ChatCompletionClient) -> dict[str, Any]:
    """Return what makes a stream end with the tokens used, where that has to be asked for."""
    known = inspect.signature(client.create_stream).parameters
    return {"include_usage": True} if "include_usage" in known else {}


async def _weather(city: str, days: int = 1) -> str:
    return f"sunny in {city} for {days}"


async def _clock() -> str:
    return "noon"


WEATHER = FunctionTool(_weather, name="weather", description="Tells the weather.")
CLOCK = FunctionTool(_clock, name="clock", description="Tells the time.")
