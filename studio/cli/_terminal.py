"""Shows a run in the terminal."""

import json
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from studio.cli._exit import say
from studio.domain.json_values import as_dict, as_dicts, as_list, as_text
from studio.domain.run_event import RunEvent, RunEventType

_QUIET = {"ModelClientStreamingChunkEvent", "UserInputRequestedEvent"}
_PLAIN = {"TextMessage", "MultiModalMessage"}


class TerminalView:
    """Prints messages as they come; streamed text is printed once."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._streaming = ""

    def show(self, event: RunEvent) -> None:
        """Print what an event tells a person."""
        match event.type:
            case RunEventType.CHUNK:
                self._chunk(event.body)
            case RunEventType.MESSAGE:
                self._message(event.body)
            case RunEventType.RETRY:
                self._end_stream()
                self._print(retry_text(event.body))
            case RunEventType.ERROR:
                self._end_stream()
                say(as_text(event.body.get("message")), as_text(event.body.get("hint")))
            case RunEventType.RESULT:
                self._result(event.body)
            case _:
                pass

    def _end_stream(self) -> None:
        if self._streaming:
            self._console.print()
            self._streaming = ""

    def _print(self, text: str, *, end: str = "\n") -> None:
        self._console.print(text, end=end, markup=False, emoji=False)

    def _head(self, source: str, kind: str = "") -> None:
        title = Text(f"{source} · {kind}" if kind else source)
        self._console.print(Rule(title, align="left"))

    def _chunk(self, body: dict[str, Any]) -> None:
        key = f"{body.get('source')}/{body.get('message_id')}"
        if key != self._streaming:
            self._end_stream()
            self._head(as_text(body.get("source")))
            self._streaming = key
        self._print(as_text(body.get("text")), end="")

    def _message(self, body: dict[str, Any]) -> None:
        kind, source = as_text(body.get("type")), as_text(body.get("source"))
        if kind in _QUIET:
            return
        streamed = self._streaming.startswith(f"{source}/")
        self._end_stream()
        if streamed and kind in {"TextMessage", "StructuredMessage"}:
            return
        self._head(source, "" if kind in _PLAIN else kind)
        self._print(content_text(body))

    def _result(self, body: dict[str, Any]) -> None:
        self._end_stream()
        tokens = as_dict(body.get("totals")).get("tokens") or 0
        reason = " ".join(as_text(body.get("stop_reason")).split()) or "done"
        self._head("end")
        self._print(f"{reason} · {tokens} tokens")


def retry_text(body: dict[str, Any]) -> str:
    """Return what a retry of a model call says, for reading."""
    attempt, most = body.get("attempt"), body.get("of")
    wait = f"trying again in {body.get('wait_s', 0):.1f} s"
    return f"Attempt {attempt} of {most} has failed: {body.get('reason')}; {wait}."


def content_text(message: dict[str, Any]) -> str:
    """Return what a message or event says, for reading."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    match message.get("type"):
        case "ToolCallRequestEvent":
            calls = as_dicts(content)
            return "\n".join(f"{call.get('name')} {call.get('arguments')}" for call in calls)
        case "ToolCallExecutionEvent":
            results = as_dicts(content)
            return "\n".join(f"{each.get('name')}: {each.get('content')}" for each in results)
        case "MultiModalMessage":
            return "\n".join(_part_text(part) for part in as_list(content))
        case _:
            return json.dumps(content, ensure_ascii=False)


def _part_text(part: Any) -> str:
    return part if isinstance(part, str) else "[image]" if isinstance(part, dict) else str(part)
