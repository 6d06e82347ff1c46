"""Prints a conversation as it goes, in panels."""

import sys
from collections.abc import AsyncGenerator
from typing import TypeVar, cast

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

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
from studio.agentchat.ui import UserInputManager
from studio.core.models import RequestUsage

ResultT = TypeVar("ResultT", bound=TaskResult | Response)

_COLOURS = {"user": "green", "MagenticOneOrchestrator": "magenta"}


async def RichConsole(  # noqa: N802 - AutoGen's name
    stream: AsyncGenerator[BaseAgentEvent | BaseChatMessage | ResultT, None],
    *,
    no_inline_images: bool = False,
    output_stats: bool = False,
    user_input_manager: UserInputManager | None = None,
) -> ResultT:
    """Print a stream of `run_stream` or `on_messages_stream` in panels, and return its result.

    Args:
        stream: The stream.
        no_inline_images: Whether iTerm2, too, gets `<image>` instead of images.
        output_stats: Whether to print tokens, and a summary at the end.
        user_input_manager: Is told when a question may be asked.

    Raises:
        UsageError: The stream ended without a result.
    """
    printer = _Printer(show_images=not no_inline_images and _is_iterm(), show_stats=output_stats)
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
        self._console = Console(file=sys.stdout)
        self._show_images = show_images
        self._show_stats = show_stats
        self._started = monotonic()
        self._chunks: list[str] = []
        self._prompt_tokens = 0
        self._completion_tokens = 0

    def show(self, message: BaseAgentEvent | BaseChatMessage) -> None:
        if isinstance(message, ModelClientStreamingChunkEvent):
            if not self._chunks:
                self._console.rule(escape(message.source), style=_colour(message.source))
            self._chunks.append(message.content)
            self._console.out(message.content, end="", highlight=False)
            return
        text = self._text(message)
        streamed = self._end_chunks()
        if streamed is None or streamed != text:
            self._panel(f"{type(message).__name__} ({message.source})", text, message.source)
        self._count(message.models_usage)

    def show_response(self, response: Response) -> None:
        self._end_chunks()
        message = response.chat_message
        self._panel(message.source, self._text(message), message.source)
        self._count(message.models_usage)
        self._summary(f"Number of inner messages: {len(response.inner_messages or ())}")

    def show_task_result(self, result: TaskResult) -> None:
        self._end_chunks()
        self._summary(
            f"Number of messages: {len(result.messages)}\nFinish reason: {result.stop_reason}"
        )

    def _panel(self, title: str, text: str, source: str) -> None:
        if self._show_images and "\x1b]1337" in text:
            self._console.rule(escape(title), style=_colour(source))
            self._console.file.write(f"{text}\n")
            return
        body: RenderableType = Text(text)
        self._console.print(
            Panel(body, title=escape(title), title_align="left", border_style=_colour(source))
        )

    def _end_chunks(self) -> str | None:
        if not self._chunks:
            return None
        self._console.print()
        text, self._chunks = "".join(self._chunks), []
        return text

    def _text(self, message: BaseAgentEvent | BaseChatMessage) -> str:
        if isinstance(message, MultiModalMessage):
            return message.to_text(iterm=self._show_images)
        return message.to_text()

    def _count(self, usage: RequestUsage | None) -> None:
        if usage is None:
            return
        self._prompt_tokens += usage.prompt_tokens
        self._completion_tokens += usage.completion_tokens
        if self._show_stats:
            self._console.print(
                f"Prompt tokens: {usage.prompt_tokens}, "
                f"Completion tokens: {usage.completion_tokens}",
                style="dim",
            )

    def _summary(self, counts: str) -> None:
        if self._show_stats:
            text = (
                f"{counts}\n"
                f"Total prompt tokens: {self._prompt_tokens}\n"
                f"Total completion tokens: {self._completion_tokens}\n"
                f"Duration: {monotonic() - self._started:.2f} seconds"
            )
            self._panel("Summary", text, "")


def _colour(source: str) -> str:
    return _COLOURS.get(source, "blue")


def _is_iterm() -> bool:
    return settings.env("TERM_PROGRAM") == "iTerm.app" and sys.stdout.isatty()
