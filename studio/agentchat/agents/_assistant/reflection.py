"""Has the model say in words what its tools have brought."""

from collections.abc import AsyncGenerator, Sequence

from studio._kit.errors import StudioError
from studio.agentchat._message_ids import new_message_id
from studio.agentchat.agents._model_call import ask_model
from studio.agentchat.base import Response
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    ThoughtEvent,
)
from studio.core import CancellationToken
from studio.core.models import AssistantMessage, CreateResult

from .answer import to_answer
from .setup import Parts, to_model_call


class ReflectionError(StudioError, RuntimeError):
    """The model was to speak about the results of its tools and gave no text."""

    code = "agentchat.reflection"


async def reflect(
    parts: Parts,
    inner: Sequence[BaseAgentEvent | BaseChatMessage],
    cancellation_token: CancellationToken,
) -> AsyncGenerator[BaseAgentEvent | Response, None]:
    """Ask the model once more, without tools, and yield its answer as the response.

    Raises:
        ReflectionError: The model gave no text.
    """
    message_id = new_message_id()
    question = await to_model_call(parts, message_id, without_tools=True)
    result: CreateResult | None = None
    async for item in ask_model(question, cancellation_token):
        if isinstance(item, ModelClientStreamingChunkEvent):
            yield item
        else:
            result = item
    if result is None or not isinstance(result.content, str) or not result.content:
        raise ReflectionError("Reflect on tool use produced no valid text response.")
    if result.thought:
        thought = ThoughtEvent(content=result.thought, source=parts.name)
        yield thought
        inner = [*inner, thought]
    await parts.context.add_message(
        AssistantMessage(content=result.content, source=parts.name, thought=result.thought)
    )
    answer = to_answer(parts, result.content, result.usage, message_id)
    yield Response(chat_message=answer, inner_messages=inner)
