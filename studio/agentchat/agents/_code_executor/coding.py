"""One turn in which a model writes code, sees it run, and reports."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass

from studio.agentchat._message_ids import new_message_id
from studio.agentchat.agents._model_call import ModelCall, ask_model
from studio.agentchat.agents._prompt import Prompt, add_to_context
from studio.agentchat.base import Response
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    CodeExecutionEvent,
    CodeGenerationEvent,
    ModelClientStreamingChunkEvent,
    TextMessage,
    ThoughtEvent,
)
from studio.core import CancellationToken
from studio.core.code_executor import CodeBlock, CodeResult
from studio.core.model_context import ChatCompletionContext
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    SystemMessage,
    UserMessage,
)

from .blocks import find_code_blocks
from .retry import decide_retry

_Event = BaseAgentEvent | BaseChatMessage


@dataclass(slots=True)
class Coder:
    """What the turn works with."""

    name: str
    client: ChatCompletionClient
    stream: bool
    system_messages: Sequence[SystemMessage]
    context: ChatCompletionContext
    prompt: Prompt
    languages: Sequence[str]
    max_retries: int
    execute: Callable[[list[CodeBlock], CancellationToken], Awaitable[CodeResult]]


class Coding:
    """One turn; used once."""

    def __init__(self, coder: Coder, cancellation_token: CancellationToken) -> None:
        self._coder = coder
        self._token = cancellation_token
        self._inner: list[_Event] = []
        self._message_id: str = ""
        self._result: CreateResult | None = None

    async def stream(
        self, messages: Sequence[BaseChatMessage]
    ) -> AsyncGenerator[_Event | Response, None]:
        """Yield what happens, and the response last."""
        await add_to_context(self._coder.context, messages)
        for attempt in range(self._coder.max_retries + 1):
            async for event in self._ask():
                yield event
            text = self._text()
            blocks = find_code_blocks(text, self._coder.languages)
            if not blocks:
                yield self._to_response()
                return
            yield self._noted(
                CodeGenerationEvent(
                    retry_attempt=attempt,
                    content=text,
                    code_blocks=blocks,
                    source=self._coder.name,
                )
            )
            execution = await self._execute(blocks, attempt)
            yield self._noted(execution)
            if execution.result.exit_code == 0 or attempt == self._coder.max_retries:
                break
            correction = await self._find_correction(attempt)
            if correction is None:
                break
            yield self._noted(correction)
        async for event in self._ask():
            yield event
        yield self._to_response()

    async def _ask(self) -> AsyncGenerator[_Event, None]:
        coder = self._coder
        self._message_id = new_message_id()
        history = await coder.context.get_messages()
        call = ModelCall(
            client=coder.client,
            messages=coder.prompt.put_together(
                coder.client, coder.system_messages, history, stream=coder.stream
            ),
            source=coder.name,
            stream=coder.stream,
            message_id=self._message_id,
        )
        async for item in ask_model(call, self._token):
            if isinstance(item, ModelClientStreamingChunkEvent):
                yield item
            else:
                self._result = item
        result = self._result
        assert result is not None
        if result.thought:
            thought = ThoughtEvent(id=self._message_id, content=result.thought, source=coder.name)
            self._message_id = new_message_id()
            yield self._noted(thought)
        await coder.context.add_message(
            AssistantMessage(content=result.content, source=coder.name, thought=result.thought)
        )

    def _text(self) -> str:
        return str(self._result.content) if self._result is not None else ""

    async def _execute(self, blocks: list[CodeBlock], attempt: int) -> CodeExecutionEvent:
        result = await self._coder.execute(blocks, self._token)
        await self._tell_model(result.output)
        return CodeExecutionEvent(retry_attempt=attempt, result=result, source=self._coder.name)

    async def _find_correction(self, attempt: int) -> CodeGenerationEvent | None:
        coder = self._coder
        context = await coder.context.get_messages()
        decision = await decide_retry(coder.client, context, coder.name, self._token)
        if not decision.retry:
            return None
        text = f"Attempt number: {attempt + 1}\nProposed correction: {decision.reason}"
        await self._tell_model(text)
        return CodeGenerationEvent(
            retry_attempt=attempt, content=text, code_blocks=[], source=coder.name
        )

    async def _tell_model(self, text: str) -> None:
        await self._coder.context.add_message(UserMessage(content=text, source=self._coder.name))

    def _to_response(self) -> Response:
        answer = TextMessage(
            id=self._message_id,
            content=self._text(),
            source=self._coder.name,
            models_usage=self._result.usage if self._result is not None else None,
        )
        return Response(chat_message=answer, inner_messages=self._inner)

    def _noted(self, event: BaseAgentEvent) -> BaseAgentEvent:
        self._inner.append(event)
        return event
