"""Asks an agent's model and passes its chunks on."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from studio._kit.errors import StudioError
from studio.agentchat.messages import ModelClientStreamingChunkEvent
from studio.core import CancellationToken
from studio.core.models import ChatCompletionClient, CreateResult, LLMMessage
from studio.core.tools import Tool, ToolSchema


class ModelStreamError(StudioError, RuntimeError):
    """A model client streamed something that is neither text nor a result, or no result."""

    code = "agentchat.model_stream"


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One question to a model.

    Attributes:
        source: Name of the agent that asks.
        stream: Whether the answer is wanted in chunks as well.
        message_id: What the chunks say the whole message's id is going to be.
        without_tools: Whether the model must not ask for tools.
    """

    client: ChatCompletionClient
    messages: Sequence[LLMMessage]
    source: str
    stream: bool
    message_id: str
    tools: Sequence[Tool | ToolSchema] = ()
    output_type: type[BaseModel] | None = None
    without_tools: bool = False


async def ask_model(
    call: ModelCall, cancellation_token: CancellationToken
) -> AsyncGenerator[ModelClientStreamingChunkEvent | CreateResult, None]:
    """Yield the chunks of the answer, if wanted, and then the whole of it.

    Raises:
        ModelStreamError: The client's stream is not what it must be.
    """
    options: dict[str, Any] = {
        "tools": list(call.tools),
        "json_output": call.output_type,
        "cancellation_token": cancellation_token,
    }
    if call.without_tools:
        # A client of one's own may not know `tool_choice`; it is named only where it matters.
        options["tool_choice"] = "none"
    if not call.stream:
        yield await call.client.create(call.messages, **options)
        return
    result: CreateResult | None = None
    async for chunk in call.client.create_stream(call.messages, **options):
        if isinstance(chunk, str):
            yield ModelClientStreamingChunkEvent(
                content=chunk, source=call.source, full_message_id=call.message_id
            )
        elif isinstance(chunk, CreateResult):  # pyright: ignore[reportUnnecessaryIsInstance] - clients are foreign code
            result = chunk
        else:
            raise ModelStreamError(f"Invalid chunk type: {type(chunk)}")
    if result is None:
        raise ModelStreamError("No final model result in streaming mode.")
    yield result
