"""Turns calls of tools and executions of code into events of the log."""

import json
from collections.abc import Sequence

from studio._kit import clock
from studio._kit.ids import new_id
from studio.agentchat.messages import ToolCallExecutionEvent, ToolCallRequestEvent
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.run_event import RunEventType

from .journal import Journal
from .speakers import Speaker
from .totals import Totals


class ToolLog:
    """Records the tool calls of one segment."""

    def __init__(self, journal: Journal, totals: Totals) -> None:
        self._journal = journal
        self._totals = totals
        self._requests: dict[str, tuple[str, str, JsonDict]] = {}
        self._starts: dict[tuple[str, str], float] = {}

    def begin(self, speaker: Speaker, name: str) -> None:
        """Take notice that a tool begins."""
        self._starts.setdefault((speaker.name, name), clock.monotonic())

    def take_requests(self, item: ToolCallRequestEvent) -> None:
        """Take notice of what a model wants to be called."""
        for call in item.content:
            self._requests[call.id] = (item.source, call.name, _parse(call.arguments))

    def take_results(self, item: ToolCallExecutionEvent, path: Sequence[str]) -> None:
        """Record what was called, unless the engine has told of it already."""
        for result in item.content:
            request = self._requests.pop(result.call_id, None)
            if request is None:
                continue
            _, name, arguments = request
            self._record(
                Speaker(item.source, tuple(path)),
                result.call_id,
                name,
                arguments,
                result.content,
                is_error=bool(result.is_error),
                duration_s=self._duration(item.source, name),
            )

    def end(self, speaker: Speaker, facts: JsonDict) -> None:
        """Record what the engine tells of a call."""
        name = as_text(facts.get("tool_name"))
        arguments = as_dict(facts.get("arguments"))
        for call_id, request in self._requests.items():
            if request == (speaker.name, name, arguments):
                del self._requests[call_id]
                break
        else:
            call_id = new_id()
        self._record(
            speaker,
            call_id,
            name,
            arguments,
            as_text(facts.get("result")),
            is_error=False,
            duration_s=self._duration(speaker.name, name),
        )

    def take_execution(
        self,
        speaker: Speaker,
        name: str,
        arguments: JsonDict,
        output: str,
        *,
        exit_code: int,
        duration_s: float,
    ) -> None:
        """Record that code has been run, as the call of a tool."""
        self._record(
            speaker,
            new_id(),
            name,
            arguments,
            output,
            is_error=exit_code != 0,
            duration_s=duration_s,
            more={"exit_code": exit_code},
        )

    def _duration(self, agent: str, name: str) -> float:
        began = self._starts.pop((agent, name), None)
        return 0.0 if began is None else clock.monotonic() - began

    def _record(
        self,
        speaker: Speaker,
        call_id: str,
        name: str,
        arguments: JsonDict,
        result: str,
        *,
        is_error: bool,
        duration_s: float,
        more: JsonDict | None = None,
    ) -> None:
        self._totals.tool_calls += 1
        body = {
            "call_id": call_id,
            "agent": speaker.name,
            "path": list(speaker.path),
            "name": name,
            "arguments": arguments,
            "result": result,
            "is_error": is_error,
            "duration_s": round(duration_s, 4),
            **(more or {}),
        }
        self._journal.append(RunEventType.TOOL_CALL, body)

    def end_turn(self) -> None:
        """Forget what was in progress."""
        self._requests.clear()
        self._starts.clear()


def _parse(arguments: str) -> JsonDict:
    try:
        return as_dict(json.loads(arguments)) if arguments else {}
    except ValueError:
        return {"": arguments}
