"""A model client that plays back given answers."""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, Field

from studio._kit.errors import UsageError
from studio._kit.growing import reads_growing
from studio._kit.run_context import current_run
from studio.core import CancellationToken, Component, ComponentType
from studio.core.logging import LLMCallEvent
from studio.core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelFamily,
    ModelInfo,
    RequestUsage,
    validate_model_info,
)
from studio.core.tools import Tool, ToolSchema
from studio.ext.models.replay._ledger import Asked, Ledger, RecordedCall, words_of

_AVAILABLE_TOKENS = 10_000
_WORD = re.compile(r"\s*\S+\s*")


class ReplayExhaustedError(UsageError):
    """The replay client was asked more often than it has answers."""

    code = "replay.exhausted"


class ReplayUnusedError(UsageError):
    """A strict replay client was closed before all its answers were given."""

    code = "replay.unused"


class ReplayChatCompletionClientConfig(BaseModel):
    """Config of `ReplayChatCompletionClient`."""

    chat_completions: Sequence[str | CreateResult]
    model_info: ModelInfo | None = None
    words_per_second: float | None = Field(default=None, gt=0)
    """Ours: answer at this pace, as a model would, instead of at once."""


class ReplayChatCompletionClient(ChatCompletionClient, Component[ReplayChatCompletionClientConfig]):
    """Plays back given answers in order, without any model behind it.

    Words count as tokens.

    Args:
        chat_completions: The answers; texts, or whole results.
        model_info: What it pretends to be able to do; nothing by default.
        strict: Whether `close` raises when answers are left.
        words_per_second: Answer at this pace, as a model would, instead of at once.

    Example:
        >>> import asyncio
        >>> from studio.core.models import UserMessage
        >>> client = ReplayChatCompletionClient(["Hello there", "Bye"])
        >>> asyncio.run(client.create([UserMessage(content="Hi", source="me")])).content
        'Hello there'
    """

    component_type: ClassVar[ComponentType] = "replay_chat_completion_client"
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.models.replay.ReplayChatCompletionClient"
    )
    component_config_schema = ReplayChatCompletionClientConfig

    def __init__(
        self,
        chat_completions: Sequence[str | CreateResult],
        model_info: ModelInfo | None = None,
        *,
        strict: bool = False,
        words_per_second: float | None = None,
    ) -> None:
        self.chat_completions: list[str | CreateResult] = list(chat_completions)
        self.provided_message_count: int = len(self.chat_completions)
        if model_info is not None:
            validate_model_info(model_info)
        self._given_info: ModelInfo | None = model_info
        self._model_info: ModelInfo = model_info or ModelInfo(
            vision=False,
            function_calling=False,
            json_output=False,
            family=ModelFamily.UNKNOWN,
            structured_output=False,
        )
        self._strict: bool = strict
        self._words_per_second: float | None = words_per_second
        self._cached_bool_value: bool = True
        self._ledger: Ledger = Ledger()
        self._calls: list[RecordedCall] = []
        self._current_index: int = 0
        self._cur_usage: RequestUsage = RequestUsage(prompt_tokens=0, completion_tokens=0)
        self._total_usage: RequestUsage = RequestUsage(prompt_tokens=0, completion_tokens=0)

    @property
    def create_calls(self) -> list[dict[str, Any]]:
        """The arguments of every call of `create`, oldest first."""
        return [call.to_dict() for call in self._calls]

    @reads_growing
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
        """Return the next answer.

        Raises:
            ReplayExhaustedError: There is none left.
        """
        step = self._next_step()
        asked = self._ledger.enter(messages)
        result = self._answer(step, asked)
        if self._words_per_second is not None:
            words = str(result.content).split()
            await _pause(len(words) / self._words_per_second, cancellation_token)
        self._count_usage()
        self._current_index += 1
        others = {
            "tools": tools,
            "tool_choice": tool_choice,
            "json_output": json_output,
            "extra_create_args": extra_create_args,
            "cancellation_token": cancellation_token,
        }
        self._calls.append(RecordedCall(asked, others))
        self._tell_run(messages, result)
        return result

    @reads_growing
    async def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        """Yield the next answer word by word and, last, as a whole.

        Raises:
            ReplayExhaustedError: There is none left.
        """
        step = self._next_step()
        result = self._answer(step, self._ledger.enter(messages))
        if self._words_per_second is not None:
            for piece in _WORD.findall(_spoken(result)):
                await _pause(1 / self._words_per_second, cancellation_token)
                yield piece
        elif isinstance(step, str):
            for piece in _words(step):
                yield piece
        yield result
        self._count_usage()
        self._current_index += 1
        self._tell_run(messages, result)

    async def close(self) -> None:
        """Release nothing.

        Raises:
            ReplayUnusedError: The client is strict and answers are left.
        """
        left = len(self.chat_completions) - self._current_index
        if self._strict and left > 0:
            raise ReplayUnusedError(f"{left} of {len(self.chat_completions)} answers were not used")

    def actual_usage(self) -> RequestUsage:
        """Return the tokens of the last call."""
        return self._cur_usage

    def total_usage(self) -> RequestUsage:
        """Return the tokens of all calls."""
        return self._total_usage

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return the words of the messages."""
        return sum(words_of(message) for message in messages)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        """Return what is left of 10,000 tokens after all calls so far."""
        used = self._total_usage.prompt_tokens + self._total_usage.completion_tokens
        return max(0, _AVAILABLE_TOKENS - used)

    def set_cached_bool_value(self, value: bool) -> None:
        """Set the `cached` of the results made from texts."""
        self._cached_bool_value = value

    def reset(self) -> None:
        """Begin again with the first answer, with no tokens used."""
        self._current_index = 0
        self._cur_usage = RequestUsage(prompt_tokens=0, completion_tokens=0)
        self._total_usage = RequestUsage(prompt_tokens=0, completion_tokens=0)

    def save_place(self) -> int:
        """Return how many answers have been given."""
        return self._current_index

    def load_place(self, place: int) -> None:
        """Go on after so many answers."""
        self._current_index = place

    @property
    def capabilities(self) -> ModelCapabilities:
        """What the model can do, as earlier versions said it; use `model_info`."""
        info = self._model_info
        return ModelCapabilities(
            vision=info["vision"],
            function_calling=info["function_calling"],
            json_output=info["json_output"],
        )

    @property
    def model_info(self) -> ModelInfo:
        """What the client pretends to be able to do."""
        return self._model_info

    def _next_step(self) -> str | CreateResult:
        if self._current_index >= len(self.chat_completions):
            raise ReplayExhaustedError(
                "No more mock responses available",
                hint=f"All {len(self.chat_completions)} answers have been given; add more.",
            )
        return self.chat_completions[self._current_index]

    def _answer(self, step: str | CreateResult, asked: Asked) -> CreateResult:
        if isinstance(step, CreateResult):
            completion = step.usage.completion_tokens
        else:
            completion = len(step.split())
        self._cur_usage = RequestUsage(prompt_tokens=asked.words, completion_tokens=completion)
        if isinstance(step, CreateResult):
            return step
        return CreateResult(
            finish_reason="stop",
            content=step,
            usage=self._cur_usage,
            cached=self._cached_bool_value,
        )

    def _count_usage(self) -> None:
        now, total = self._cur_usage, self._total_usage
        self._total_usage = RequestUsage(
            prompt_tokens=total.prompt_tokens + now.prompt_tokens,
            completion_tokens=total.completion_tokens + now.completion_tokens,
        )

    def _tell_run(self, messages: Sequence[LLMMessage], result: CreateResult) -> None:
        """Show the call to the people who watch the run; outside a run it costs nothing."""
        run = current_run()
        if run is not None:
            event = LLMCallEvent(
                messages=[message.model_dump(mode="json") for message in messages],
                response=result.model_dump(mode="json"),
                prompt_tokens=self._cur_usage.prompt_tokens,
                completion_tokens=self._cur_usage.completion_tokens,
                model="replay",
            )
            run.emit(event)

    def _to_config(self) -> ReplayChatCompletionClientConfig:
        return ReplayChatCompletionClientConfig(
            chat_completions=self.chat_completions,
            model_info=self._given_info,
            words_per_second=self._words_per_second,
        )

    @classmethod
    def _from_config(cls, config: ReplayChatCompletionClientConfig) -> Self:
        return cls(
            chat_completions=config.chat_completions,
            model_info=config.model_info,
            words_per_second=config.words_per_second,
        )


def _words(text: str) -> Iterator[str]:
    """Yield the words, each but the last with one blank after it."""
    words = text.split()
    last = len(words) - 1
    for number, word in enumerate(words):
        yield word if number == last else f"{word} "


def _spoken(result: CreateResult) -> str:
    return result.content if isinstance(result.content, str) else ""


async def _pause(seconds: float, cancellation_token: CancellationToken | None) -> None:
    waiting = asyncio.ensure_future(asyncio.sleep(seconds))
    if cancellation_token is not None:
        cancellation_token.link_future(waiting)
    await waiting
