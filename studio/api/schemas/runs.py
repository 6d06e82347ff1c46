"""Runs and their events."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from studio.domain.run import Attachment, Breakpoint, OpenQuestion, Run, RunOptions
from studio.services.documents import VersionChoice

JsonDict = dict[str, Any]


class NewRunIn(BaseModel):
    """A run to be started: of a team, of a component, or of a session's team."""

    model_config = ConfigDict(extra="forbid")

    team_id: str | None = None
    team_version: VersionChoice = None
    component: JsonDict | None = None
    task: str | list[JsonDict] = ""
    """Text, or messages as `dump()` gives them."""
    session_id: str | None = None
    attachments: list[Attachment] = []
    options: RunOptions = Field(default_factory=RunOptions)


class ReasonIn(BaseModel):
    """Why a run is ended."""

    model_config = ConfigDict(extra="forbid")

    reason: str | None = Field(default=None, max_length=500)


class ResumeIn(BaseModel):
    """How a run goes on."""

    model_config = ConfigDict(extra="forbid")

    message: str | JsonDict | None = None
    """Is said to the team first."""
    step: bool = False
    """Pause again after one turn."""


class MessageIn(BaseModel):
    """Something to tell the team before its next turn."""

    model_config = ConfigDict(extra="forbid")

    message: str | JsonDict


class AnswerIn(BaseModel):
    """The answer to a question."""

    model_config = ConfigDict(extra="forbid")

    request_id: str
    value: Any = ""
    attachments: list[Attachment] = []
    """Files that go with an answer that is text."""
    by: str = ""
    """Who answers."""


class BreakpointsIn(BaseModel):
    """All breakpoints of the run."""

    model_config = ConfigDict(extra="forbid")

    breakpoints: list[Breakpoint]


class ForkIn(BaseModel):
    """Where a new run branches off."""

    model_config = ConfigDict(extra="forbid")

    seq: int = Field(ge=0)
    message: str | JsonDict | None = None
    """What the message with this `seq` says instead."""


class RunSummary(BaseModel):
    """A run in a list."""

    run_id: str
    name: str
    """The first words of the task."""
    status: str
    reason: str | None = None
    code: str | None = None
    team_id: str | None = None
    team_version: int | None = None
    session_id: str | None = None
    parent_run_id: str | None = None
    fork_seq: int | None = None
    totals: JsonDict = {}
    options: RunOptions
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None


class RunOut(RunSummary):
    """How a run stands."""

    task: list[JsonDict]
    last_seq: int
    questions: list[OpenQuestion]


class RunWithComponent(RunOut):
    """How a run stands, and the exact component it runs; keys are covered."""

    component: JsonDict


class EventOut(BaseModel):
    """One event of a run."""

    run_id: str
    seq: int | None
    """Starts at 1 without a gap; `null` for what is never kept."""
    ts: datetime
    type: str
    body: JsonDict


class EventPage(BaseModel):
    """A part of the log."""

    events: list[EventOut]
    last_seq: int
    """Ask for what follows with `after`; equal to it when there is nothing more yet."""


def to_summary(run: Run) -> RunSummary:
    """Return a run as it stands in a list."""
    return RunSummary(**_shown(run))


def to_out(run: Run) -> RunOut:
    """Return a run as it is answered to whoever steers it."""
    return RunOut(**_shown(run))


def _shown(run: Run) -> dict[str, Any]:
    shown = run.model_dump(exclude={"component", "owner"})
    shown["options"]["cassette"] = None
    return {**shown, "name": run.name}
