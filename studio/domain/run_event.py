"""What a run says: the one record that live view, replay, history, cost and trace read."""

import json
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, cast

from studio._kit import clock
from studio.domain.json_values import JsonDict


class RunStatus(StrEnum):
    """Where a run stands."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    WAITING_INPUT = "waiting_input"
    COMPLETED = "completed"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


FINAL_STATUSES: Final = frozenset({RunStatus.COMPLETED, RunStatus.STOPPED, RunStatus.FAILED})
"""A run in one of these goes nowhere any more."""

RESUMABLE_STATUSES: Final = frozenset({RunStatus.PAUSED, RunStatus.INTERRUPTED})


class RunEventType(StrEnum):
    """What an event tells; the body depends on it."""

    STATUS = "status"
    MESSAGE = "message"
    CHUNK = "chunk"
    MODEL_CALL = "model_call"
    RETRY = "retry"
    TOOL_CALL = "tool_call"
    TURN = "turn"
    DRAFT = "draft"
    DISCARDED = "discarded"
    QUESTION = "question"
    ANSWER = "answer"
    BREAKPOINT = "breakpoint"
    BUDGET = "budget"
    BUDGET_SET = "budget_set"
    ERROR = "error"
    RESULT = "result"


TRANSIENT_TYPES: Final = frozenset({RunEventType.CHUNK})
"""Shown while they come, never stored, without a number."""


def is_final(status: str) -> bool:
    """Tell whether a run with this status has ended for good."""
    return status in FINAL_STATUSES


class RunEvent:
    """One thing that happened in a run; its body is parsed and dumped at most once.

    Logs are long and mostly passed on as they are, so an event that was read from the log keeps
    the text it was stored as.
    """

    __slots__ = ("_body", "_text", "run_id", "seq", "ts", "type")

    def __init__(
        self,
        run_id: str,
        type: str,
        body: JsonDict | None = None,
        *,
        seq: int | None = None,
        ts: datetime | None = None,
        text: str | None = None,
    ) -> None:
        self.run_id: str = run_id
        self.seq: int | None = seq
        """Counts from 1 without a gap; `None` for what is never kept."""
        self.ts: datetime = ts or clock.now()
        self.type: str = type
        self._body: JsonDict | None = {} if body is None and text is None else body
        self._text: str | None = text

    @property
    def body(self) -> JsonDict:
        """The facts; what they are depends on the type."""
        if self._body is None:
            self._body = cast("JsonDict", json.loads(self._text or "{}"))
        return self._body

    @property
    def text(self) -> str:
        """The body as JSON text."""
        if self._text is None:
            self._text = dump_body(self._body or {})
        return self._text

    def to_dict(self) -> JsonDict:
        """Return the event as the API and `--json` show it."""
        return {
            "run_id": self.run_id,
            "seq": self.seq,
            "ts": _iso(self.ts),
            "type": self.type,
            "body": self.body,
        }

    def to_json(self) -> str:
        """Return the same as JSON text, without touching the body."""
        seq = "null" if self.seq is None else self.seq
        return (
            f'{{"run_id":"{self.run_id}","seq":{seq},"ts":"{_iso(self.ts)}",'
            f'"type":"{self.type}","body":{self.text}}}'
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RunEvent):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # mutable body

    def __repr__(self) -> str:
        return f"RunEvent({self.run_id!r}, {self.type!r}, seq={self.seq}, body={self.text})"


def dump_body(body: JsonDict) -> str:
    """Return a body as the JSON text that is stored; what JSON does not know becomes its text."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
