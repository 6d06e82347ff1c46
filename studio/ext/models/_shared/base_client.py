"""The skeleton that every client of a provider follows.

Check what the model can do, build the request, call (linked to the cancellation token), read the
answer, count the tokens, tell the log. A client supplies the conversions.
"""

from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from studio.core import CancellationToken
from studio.core.logging import LLMCallEvent, LLMStreamEndEvent, LLMStreamStartEvent
from studio.core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
    validate_model_info,
)
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import Ask, Request
from studio.ext.models._shared.capabilities import to_capabilities
from studio.ext.models._shared.deferred import Deferred
from studio.ext.models._shared.events import emit_event, listening
from studio.ext.models._shared.interruption import Interruption
from studio.ext.models._shared.persistence import persist


class Accumulator(Protocol):
    """Puts a streamed answer together."""

    def feed(self, event: Any) -> Sequence[str]:
        """Take one event of the SDK; return the pieces of text to pass on."""
        ...

    def finish(self) -> Sequence[str]:
        """Return what is still to be passed on at the end."""
        ...

    def result(self) -> CreateResult:
        """Return the whole answer."""
        ...


class ProviderClient(ChatCompletionClient):
    """A client over a vendor's SDK.

    Args:
        client: The SDK's client, or what builds it at the first call.
        model_info: What the model can do.
    """

    def __init__(self, client: Any, model_info: ModelInfo) -> None:
        self._sdk: Any = client
        self._retries: int = client.retries if isinstance(client, Deferred) else 0
        validate_model_info(model_info)
        self._model_info: ModelInfo = model_info
        self._total_usage: RequestUsage = RequestUsage(prompt_tokens=0, completion_tokens=0)
        self._actual_usage: RequestUsage = RequestUsage(prompt_tokens=0, completion_tokens=0)

    @property
    def _client(self) -> Any:
        """The SDK's client."""
        if isinstance(self._sdk, Deferred):
            self._sdk = self._sdk.build()
        return self._sdk

    @_client.setter
    def _client(self, client: Any) -> None:
        self._sdk = client
        self._retries = 0  # a client that was not built by us has its own way

    def _build_now(self) -> None:
        """Build the SDK's client for an error in its arguments that only the SDK can name."""
        _ = self._client

    def _defer_sdk(self) -> Deferred:
        """Return what builds the SDK's client again, after pickling."""
        raise TypeError("a client around a given SDK client cannot be pickled")

    def __getstate__(self) -> dict[str, Any]:
        self._defer_sdk()
        return {**vars(self), "_sdk": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._sdk = self._defer_sdk()

    async def _ready_client(self) -> Any:
        if isinstance(self._sdk, Deferred):
            await self._sdk.load()
        return self._client

    @abstractmethod
    def _build_request(self, messages: Sequence[LLMMessage], ask: Ask) -> Request:
        """Return the call as the SDK takes it."""

    @abstractmethod
    async def _send(self, request: Request) -> Any:
        """Return the SDK's answer."""

    @abstractmethod
    def _read_answer(self, answer: Any, request: Request) -> CreateResult:
        """Return our form of the SDK's answer."""

    @abstractmethod
    async def _open_stream(self, request: Request) -> AsyncIterable[Any]:
        """Return the SDK's stream of events."""

    @abstractmethod
    def _accumulate(self, request: Request) -> Accumulator:
        """Return what puts the events together."""

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        """Return the model's answer to the messages.

        Args:
            messages: The conversation.
            tools: What the model may call.
            tool_choice: One tool that it has to call, or whether it may, must or must not call.
            json_output: `True` for JSON, a pydantic class for JSON of that shape.
            extra_create_args: Further arguments for the provider; they win over the client's own.
            cancellation_token: Cancels the request.

        Raises:
            CapabilityError: The model cannot do what is asked.
            ModelArgumentError: The arguments do not go together.
        """
        ask = Ask(tools, tool_choice, json_output, extra_create_args)
        request = self._build_request(messages, ask)
        with Interruption(cancellation_token) as interruption:
            answer = await interruption.wait(persist(lambda: self._send(request), self._retries))
        result = self._read_answer(answer, request)
        self._count_usage(result.usage)
        if listening():
            emit_event(
                LLMCallEvent(
                    messages=request.messages,
                    response=_to_json_data(answer, result),
                    prompt_tokens=result.usage.prompt_tokens,
                    completion_tokens=result.usage.completion_tokens,
                    tools=request.tools,
                    model=request.model,
                )
            )
        return result

    async def _stream(
        self, messages: Sequence[LLMMessage], ask: Ask, token: CancellationToken | None
    ) -> AsyncGenerator[str | CreateResult, None]:
        """Yield pieces of the answer's text and, last, the whole answer."""
        request = self._build_request(messages, ask)
        if listening():
            emit_event(
                LLMStreamStartEvent(
                    messages=request.messages, tools=request.tools, model=request.model
                )
            )
        accumulator = self._accumulate(request)
        with Interruption(token) as interruption:
            stream = await interruption.wait(
                persist(lambda: self._open_stream(request), self._retries)
            )
            try:
                async for event in interruption.over(stream):
                    for piece in accumulator.feed(event):
                        yield piece
            finally:
                await _close(stream)
        for piece in accumulator.finish():
            yield piece
        result = accumulator.result()
        self._count_usage(result.usage)
        if listening():
            emit_event(
                LLMStreamEndEvent(
                    response=result.model_dump(mode="json"),
                    prompt_tokens=result.usage.prompt_tokens,
                    completion_tokens=result.usage.completion_tokens,
                    model=request.model,
                )
            )
        yield result

    async def close(self) -> None:
        """Release connections; other clients keep theirs."""
        if not isinstance(self._sdk, Deferred):
            await _close(self._sdk)

    def actual_usage(self) -> RequestUsage:
        """Return the tokens that were paid for."""
        return self._actual_usage

    def total_usage(self) -> RequestUsage:
        """Return the tokens of all answers."""
        return self._total_usage

    def _count_usage(self, usage: RequestUsage) -> None:
        self._total_usage = _sum(self._total_usage, usage)
        self._actual_usage = _sum(self._actual_usage, usage)

    @property
    def capabilities(self) -> ModelCapabilities:
        """What the model can do, as earlier versions said it; use `model_info`."""
        return to_capabilities(self._model_info)

    @property
    def model_info(self) -> ModelInfo:
        """What the model can do."""
        return self._model_info


def _sum(one: RequestUsage, other: RequestUsage) -> RequestUsage:
    return RequestUsage(
        prompt_tokens=one.prompt_tokens + other.prompt_tokens,
        completion_tokens=one.completion_tokens + other.completion_tokens,
    )


def _to_json_data(answer: Any, result: CreateResult) -> dict[str, Any]:
    if isinstance(answer, BaseModel):
        return answer.model_dump(mode="json")
    return result.model_dump(mode="json")


async def _close(opened: Any) -> None:
    close = getattr(opened, "close", None) or getattr(opened, "aclose", None)
    if close is not None:
        await close()
