"""Shows a run in the terminal and lets a person answer its questions there."""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.rule import Rule

from studio.domain.run_event import RunEvent, RunEventType
from studio.services.container import Services

_QUIET = {"ModelClientStreamingChunkEvent", "UserInputRequestedEvent"}


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
            case RunEventType.ERROR:
                self._line(f"[red]{event.body.get('message', '')}[/red]")
                if event.body.get("hint"):
                    self._line(f"[red]{event.body['hint']}[/red]")
            case RunEventType.RESULT:
                self._result(event.body)
            case _:
                pass

    def _line(self, text: str) -> None:
        if self._streaming:
            self._console.print()
            self._streaming = ""
        self._console.print(text)

    def _head(self, source: str, kind: str = "") -> None:
        self._console.print(Rule(f"{source}{f' · {kind}' if kind else ''}", align="left"))

    def _chunk(self, body: dict[str, Any]) -> None:
        key = f"{body.get('source')}/{body.get('message_id')}"
        if key != self._streaming:
            if self._streaming:
                self._console.print()
            self._head(str(body.get("source", "")))
            self._streaming = key
        self._console.print(body.get("text", ""), end="", markup=False)

    def _message(self, body: dict[str, Any]) -> None:
        kind = str(body.get("type", ""))
        if kind in _QUIET:
            return
        if self._streaming.startswith(f"{body.get('source')}/"):
            self._console.print()
            self._streaming = ""
            if kind in {"TextMessage", "StructuredMessage"}:
                return
        self._head(str(body.get("source", "")), "" if kind == "TextMessage" else kind)
        content = body.get("content")
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        self._console.print(text, markup=False)

    def _result(self, body: dict[str, Any]) -> None:
        totals: dict[str, Any] = body.get("totals") or {}
        tokens = int(totals.get("prompt_tokens") or 0) + int(totals.get("completion_tokens") or 0)
        self._line("")
        self._console.print(Rule("end", align="left"))
        self._console.print(f"{body.get('stop_reason') or 'done'} · {tokens} tokens", markup=False)


async def ask_in_terminal(services: Services, run_id: str, body: dict[str, Any]) -> None:
    """Ask a question of the run on standard input and give the answer to the run."""
    sys.stderr.write(f"{body.get('source', '')}: {body.get('prompt', '')} ")
    sys.stderr.flush()
    line = await asyncio.to_thread(sys.stdin.readline)
    if not line:
        await services.runs.cancel(run_id, reason="Nobody was there to answer.")
        return
    schema: dict[str, Any] = body.get("schema") or {}
    await services.runs.answer(run_id, str(body["request_id"]), _typed(line.strip(), schema))


def _typed(text: str, schema: dict[str, Any]) -> Any:
    readers: dict[str, Callable[[str], Any]] = {
        "boolean": lambda t: t.lower() in {"y", "yes", "true", "approve", "ok"},
        "integer": int,
        "number": float,
        "object": json.loads,
        "array": json.loads,
    }
    return readers.get(str(schema.get("type")), str)(text)
