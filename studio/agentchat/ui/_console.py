"""Prints a conversation as it goes."""

import sys
from collections.abc import AsyncGenerator
from typing import TypeVar, cast

from studio._kit import settings
from studio._kit.clock import monotonic
from studio._kit.errors import UsageError
from studio.agentchat.base import Response, TaskResult
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    MultiModalMessage,
    UserInputRequestedEvent,
)
from studio.core.models import RequestUsage

from ._user_input import UserInputManager

ResultT = TypeVar("ResultT", bound=TaskResult | Response)


async def Console(  # noqa: N802 - AutoGen's name
    stream: AsyncGenerator[BaseAgentEvent | BaseChatMessage | ResultT, None],
    *,
    no_inline_images: bool = False,
    output_stats: bool = False,
    user_input_manager: UserInputManager | None = None,
) -> ResultT:
    """Print a stream of `run_stream` or `on_messages_stream` and return its result.

    Args:
        stream: The stream.
        no_inline_images: Whether iTerm2, too, gets `<image>` instead of images.
        output_stats: Whether to print tokens, and a summary at the end.
        user_input_manager: Is told when a question may be asked.

    Raises:
        UsageError: The stream ended without a result.
    """
    images = not no_inline_images and _is_iterm()
    printer = _Printer(show_images=images, show_stats=output_stats)
    result: ResultT | None = None
    async for item in stream:
        if isinstance(item, TaskResult):
            printer.show_task_result(item)
            result = cast("ResultT", item)
        elif isinstance(item, Response):
            printer.show_response(item)
            result = cast("ResultT", item)
        elif isinstance(item, UserInputRequestedEvent):
            if user_input_manager is not None:
                user_input_manager.notify_event_received(item.request_id)
        else:
            printer.show(item)
    if result is None:
        raise UsageError("No TaskResult or Response was processed.")
    return result


class _Printer:
    def __init__(self, *, show_images: bool, show_stats: bool) -> None:
        self._show_images = show_images
        self._show_stats = show_stats
        self._started = monotonic()
        self._chunks: list[str] = []
        self._prompt_tokens = 0
        self._completion_tokens = 0

    def show(self, message: BaseAgentEvent | BaseChatMessage) -> None:
        if isinstance(message, ModelClientStreamingChunkEvent):
            if not self._chunks:
                self._header(f"{type(message).__name__} ({message.source})")
            self._chunks.append(message.content)
            _write(message.content)
            return
        text = self._text(message)
        streamed = self._end_chunks()
        if streamed is None or streamed != text:
            self._header(f"{type(message).__name__} ({message.source})")
            _write(f"{text}\n")
        self._usage(message.models_usage)

    def show_response(self, response: Response) -> None:
        self._end_chunks()
        self._header(response.chat_message.source)
        _write(f"{self._text(response.chat_message)}\n")
        self._usage(response.chat_message.models_usage)
        inner = response.inner_messages or ()
        self._summary(f"Number of inner messages: {len(inner)}\n")

    def show_task_result(self, result: TaskResult) -> None:
        self._end_chunks()
        self._summary(
            f"Number of messages: {len(result.messages)}\nFinish reason: {result.stop_reason}\n"
        )

    def _end_chunks(self) -> str | None:
        if not self._chunks:
            return None
        _write("\n")
        text, self._chunks = "".join(self._chunks), []
        return text

    def _header(self, title: str) -> None:
        _write(f"{'-' * 10} {title} {'-' * 10}\n")

    def _text(self, message: BaseAgentEvent | BaseChatMessage) -> str:
        if isinstance(message, MultiModalMessage):
            return message.to_text(iterm=self._show_images)
        return message.to_text()

    def _usage(self, usage: RequestUsage | None) -> None:
        if usage is None:
            return
        self._prompt_tokens += usage.prompt_tokens
        self._completion_tokens += usage.completion_tokens
        if self._show_stats:
            _write(
                f"[Prompt tokens: {usage.prompt_tokens}, "
                f"Completion tokens: {usage.completion_tokens}]\n"
            )

    def _summary(self, counts: str) -> None:
        if self._show_stats:
            self._header("Summary")
            _write(
                f"{counts}"
                f"Total prompt tokens: {self._prompt_tokens}\n"
                f"Total completion tokens: {self._completion_tokens}\n"
                f"Duration: {monotonic() - self._started:.2f} seconds\n"
            )


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _is_iterm() -> bool:
    return settings.env("TERM_PROGRAM") == "iTerm.app" and sys.stdout.isatty()
