"""A recording of what models and tools have answered, to run a team again without them."""

import json
from collections import deque
from collections.abc import Iterable
from typing import Any

from studio.core.models import CreateResult
from studio.core.tools import ToolSchema
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.run import Run
from studio.domain.run_event import RunEvent, RunEventType

from .exceptions import RunFailedError
from .history import History
from .model_calls import CallBook
from .speakers import current_speaker

_CALLS = (RunEventType.MODEL_CALL, RunEventType.TOOL_CALL)


class TapeError(RunFailedError):
    """The team asks for something that is not in the recording."""

    code = "run.recording"


class Tape:
    """Answers each agent in the order in which it was answered before."""

    def __init__(self, events: Iterable[tuple[str, JsonDict]]) -> None:
        kept = list(events)
        self._calls: dict[str, list[JsonDict]] = {}
        for call in (body for kind, body in kept if kind == RunEventType.MODEL_CALL):
            if call.get("response") is not None:
                self._calls.setdefault(as_text(call.get("agent")), []).append(call)
        self._results: dict[tuple[str, str], deque[JsonDict]] = {}
        for kind, body in kept:
            if kind == RunEventType.TOOL_CALL:
                key = as_text(body.get("agent")), as_text(body.get("name"))
                self._results.setdefault(key, deque()).append(body)
        self._place: dict[str, int] = {}
        self._taken: list[str] = []

    def next_answer(self) -> CreateResult:
        """Return the next answer of the model of whoever is at work.

        Raises:
            TapeError: There is none left.
        """
        agent = current_speaker().name
        calls, place = self._calls.get(agent, []), self._place.get(agent, 0)
        if place >= len(calls):
            raise TapeError(
                f"the recording has no further answer for {agent!r}",
                hint="The team or the task is not the one that was recorded.",
            )
        self._place[agent] = place + 1
        return CreateResult.model_validate(calls[place]["response"])

    def tools(self) -> list[ToolSchema]:
        """Return the tools that whoever is at work had at this point."""
        agent = current_speaker().name
        calls, place = self._calls.get(agent, []), self._place.get(agent, 0)
        return list(as_list(calls[place].get("tools"))) if place < len(calls) else []

    def next_result(self, name: str, arguments: Any) -> JsonDict:
        """Return what a tool gave: for the same arguments if possible, else the next result.

        Raises:
            TapeError: There is none left.
        """
        agent = current_speaker().name
        results = self._results.get((agent, name))
        if not results:
            raise TapeError(
                f"the recording has no further result of the tool {name!r} for {agent!r}",
                hint="The team or the task is not the one that was recorded.",
            )
        wanted = _key(arguments)
        found = next((r for r in results if _key(r.get("arguments")) == wanted), results[0])
        results.remove(found)
        self._taken.append(as_text(found.get("call_id")))
        return found

    def save_place(self) -> Any:
        """Return how far the tape has been played."""
        return {"calls": dict(self._place), "taken": list(self._taken)}

    def load_place(self, place: Any) -> None:
        """Wind to a saved place."""
        saved = as_dict(place)
        self._place = dict(as_dict(saved.get("calls")))
        self._taken = list(as_list(saved.get("taken")))
        gone = set(self._taken)
        for key, results in self._results.items():
            self._results[key] = deque(r for r in results if r.get("call_id") not in gone)


def _key(arguments: Any) -> str:
    return json.dumps(arguments, sort_keys=True, default=str)


async def load_tape(history: History, run: Run) -> Tape | None:
    """Return the recording that a run is to play, if it is.

    Raises:
        NotFoundError: The recorded run does not exist.
    """
    options = run.options
    if options.cassette is not None:
        return Tape(_still_valid([_to_event(run.run_id, item) for item in options.cassette]))
    if options.replay_of is None:
        return None
    await history.runs.get(options.replay_of, owner=run.owner)
    recorded = await history.events.of_types(options.replay_of, [*_CALLS, RunEventType.DISCARDED])
    return Tape(_still_valid(recorded))


def _to_event(run_id: str, item: JsonDict) -> RunEvent:
    seq = item.get("seq")
    return RunEvent(
        run_id,
        as_text(item.get("type")),
        as_dict(item.get("body")),
        seq=seq if isinstance(seq, int) else None,
    )


def _still_valid(events: list[RunEvent]) -> list[tuple[str, JsonDict]]:
    """Leave out what belongs to turns that were taken again."""
    gone: set[int] = set()
    for event in events:
        if event.type == RunEventType.DISCARDED:
            gone.update(range(event.body["from_seq"], event.body["to_seq"] + 1))
    # Calls that were taken back may still have to tell what tools later ones had.
    book = CallBook([event.body for event in events if event.type == RunEventType.MODEL_CALL])
    valid: list[tuple[str, JsonDict]] = []
    for event in events:
        if event.type not in _CALLS or event.seq in gone:
            continue
        body = event.body
        if event.type == RunEventType.MODEL_CALL:
            body = {**body, "tools": book.tools_of(body)}
        valid.append((event.type, body))
    return valid
