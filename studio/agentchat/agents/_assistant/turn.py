"""One turn of an assistant, from new messages to its response."""

import logging
from collections.abc import AsyncGenerator, Sequence

from studio._kit.run_context import current_run
from studio.agentchat import EVENT_LOGGER_NAME
from studio.agentchat._message_ids import new_message_id
from studio.agentchat.agents._model_call import ask_model
from studio.agentchat.agents._prompt import add_to_context
from studio.agentchat.base import Response
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    MemoryQueryEvent,
    ModelClientStreamingChunkEvent,
    ThoughtEvent,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
)
from studio.core import CancellationToken, FunctionCall
from studio.core.models import AssistantMessage, CreateResult, FunctionExecutionResultMessage

from .answer import to_answer, to_summary
from .handoff import to_handoff
from .reflection import reflect
from .setup import Parts, to_model_call
from .tool_calls import Toolbox, ToolCalls

_log = logging.getLogger(EVENT_LOGGER_NAME)

_Item = BaseAgentEvent | BaseChatMessage


class Turn:
    """One turn; used once."""

    def __init__(self, parts: Parts, cancellation_token: CancellationToken) -> None:
        self._parts = parts
        self._token = cancellation_token
        self._message_id: str = new_message_id()
        self._inner: list[_Item] = []

    async def stream(
        self, messages: Sequence[BaseChatMessage]
    ) -> AsyncGenerator[_Item | Response, None]:
        """Yield what happens, and the response last."""
        await add_to_context(self._parts.context, messages)
        if self._parts.memory:
            async for event in self._remember():
                yield event
        for left in range(self._parts.max_tool_iterations - 1, -1, -1):
            toolbox = await Toolbox.open(self._parts)
            result: CreateResult | None = None
            question = await to_model_call(self._parts, self._message_id, tools=toolbox.offered)
            async for item in ask_model(question, self._token):
                if isinstance(item, ModelClientStreamingChunkEvent):
                    yield item
                else:
                    result = item
            assert result is not None
            thought = await self._take_in(result)
            if thought is not None:
                yield thought
            if isinstance(result.content, str):
                answer = to_answer(self._parts, result.content, result.usage, self._message_id)
                yield Response(chat_message=answer, inner_messages=self._inner)
                return
            async for item in self._use_tools(toolbox, result, result.content, last=left == 0):
                yield item
                if isinstance(item, Response):
                    return

    async def _remember(self) -> AsyncGenerator[MemoryQueryEvent, None]:
        for memory in self._parts.memory:
            found = (await memory.update_context(self._parts.context)).memories.results
            if found:
                event = MemoryQueryEvent(content=found, source=self._parts.name)
                self._inner.append(event)
                yield event

    async def _take_in(self, result: CreateResult) -> ThoughtEvent | None:
        await self._parts.context.add_message(
            AssistantMessage(
                content=result.content, source=self._parts.name, thought=result.thought
            )
        )
        if not result.thought:
            return None
        # The chunks belong to the thought from now on; the answer gets an id of its own.
        event = ThoughtEvent(id=self._message_id, content=result.thought, source=self._parts.name)
        self._message_id = new_message_id()
        self._inner.append(event)
        return event

    async def _use_tools(
        self, toolbox: Toolbox, result: CreateResult, calls: list[FunctionCall], *, last: bool
    ) -> AsyncGenerator[_Item | Response, None]:
        parts = self._parts
        request = ToolCallRequestEvent(content=calls, source=parts.name, models_usage=result.usage)
        yield self._noted(request)
        work = ToolCalls(toolbox, calls, self._token)
        async for item in work.stream():
            yield item
        results = work.results
        yield self._noted(ToolCallExecutionEvent(content=results, source=parts.name))
        await parts.context.add_message(FunctionExecutionResultMessage(content=results))
        handoff = to_handoff(parts, calls, results, result.thought, self._message_id)
        if handoff is not None:
            run = current_run()
            if run is not None:
                await run.before("handoff", handoff.target)
            yield Response(chat_message=handoff, inner_messages=self._inner)
        elif last and parts.reflect:
            async for item in reflect(parts, self._inner, self._token):
                yield item
        elif last:
            summary = to_summary(parts, calls, results, self._message_id)
            yield Response(chat_message=summary, inner_messages=self._inner)

    def _noted(self, event: BaseAgentEvent) -> BaseAgentEvent:
        _log.debug(event)
        self._inner.append(event)
        return event
