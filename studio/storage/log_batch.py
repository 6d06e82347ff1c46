"""What the log of a run is written in: batches of events, checkpoints and content."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from studio._kit.clock import now
from studio.domain.run import Run
from studio.domain.run_event import RunEvent


@dataclass(frozen=True)
class Checkpoint:
    """The encoded state of a team after a turn; `seq` is the last event that belongs to it."""

    run_id: str
    seq: int
    turn: int
    state: bytes
    created_at: datetime


@dataclass(frozen=True)
class NewBlob:
    """Content that events refer to by its hash."""

    owner: str
    digest: str
    media_type: str
    data: bytes
    created_at: datetime
    name: str = ""


@dataclass(frozen=True)
class NewRun:
    """A run to be stored, and who drives it."""

    run: Run
    worker_id: str | None = None

    def columns(self) -> dict[str, Any]:
        """Return what is stored of it."""
        run = self.run
        return {
            **run.model_dump(exclude={"last_seq", "questions", "options", "task", "component"}),
            "component": run.component,
            "task": {"messages": run.task},
            "options": run.options.model_dump(mode="json"),
            "status": str(run.status),
            "worker_id": self.worker_id,
            "heartbeat_at": now(),
        }


@dataclass
class LogBatch:
    """What is written in one transaction, or not at all."""

    events: list[RunEvent] = field(default_factory=list[RunEvent])
    checkpoints: list[Checkpoint] = field(default_factory=list[Checkpoint])
    changes: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Columns of runs that change, by run."""
    blobs: dict[tuple[str, str], NewBlob] = field(default_factory=dict[tuple[str, str], NewBlob])
    """Content by owner and digest; what is stored already is left alone."""
    runs: list[NewRun] = field(default_factory=list[NewRun])

    def __bool__(self) -> bool:
        return bool(self.events or self.checkpoints or self.changes or self.blobs or self.runs)

    def run_ids(self) -> set[str]:
        """Return the runs this is about."""
        return {item.run_id for item in (*self.events, *self.checkpoints)} | set(self.changes)

    def only(self, run_id: str) -> "LogBatch":
        """Return the part that is about one run."""
        return LogBatch(
            [event for event in self.events if event.run_id == run_id],
            [point for point in self.checkpoints if point.run_id == run_id],
            {key: value for key, value in self.changes.items() if key == run_id},
            self.blobs,
        )
