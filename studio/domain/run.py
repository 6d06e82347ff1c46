"""The record of a run, and what can be asked of one."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from studio.domain.json_values import JsonDict
from studio.domain.run_event import RunStatus


class Breakpoint(BaseModel):
    """A place where the run pauses: before an agent, before a tool, on a hand-over."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["agent", "tool", "handoff"]
    name: str = "*"
    """The agent or tool; `*` means any."""


class Budget(BaseModel):
    """Limits of one run; `None` means no limit."""

    model_config = ConfigDict(extra="forbid")

    tokens: int | None = Field(default=None, gt=0)
    cost: float | None = Field(default=None, gt=0)
    """Money, in US dollars."""
    turns: int | None = Field(default=None, gt=0)
    seconds: float | None = Field(default=None, gt=0)
    """Working time; waiting for people and pauses do not count."""
    on_limit: Literal["ask", "stop"] = "ask"
    """Ask a person whether to go on, or stop."""


class Attachment(BaseModel):
    """A file that goes with a task: its content, or the hash of one that is stored already."""

    name: str
    media_type: str = ""
    """Empty means: by the ending of the name."""
    data: str | None = None
    """The content in base64."""
    digest: str | None = None


class RunOptions(BaseModel):
    """How a run is to be driven."""

    model_config = ConfigDict(extra="forbid")

    fresh: bool = False
    """Start without what the session's earlier runs have said."""
    budget: Budget = Field(default_factory=Budget)
    breakpoints: list[Breakpoint] = []
    question_timeout_s: float | None = Field(default=None, gt=0)
    """How long a question may stay open; `None` means for ever."""
    environment: dict[str, str] = {}
    """Extra variables for the child processes of tools."""
    resume_on_start: bool = True
    """Go on by itself when the server comes back after an interruption."""
    approve_code: bool = False
    """Ask a person before an agent runs code, unless the agent has its own way to be approved."""
    replay_of: str | None = None
    """Take the answers of models and tools from the log of this run instead of asking them."""
    cassette: list[JsonDict] | None = None
    """The same, from recorded events."""


class RunRequest(BaseModel):
    """A run to be started."""

    component: JsonDict
    task: str | list[JsonDict] = ""
    """Text, or messages as `dump()` gives them."""
    attachments: list[Attachment] = []
    team_id: str | None = None
    team_version: int | None = None
    session_id: str | None = None
    options: RunOptions = Field(default_factory=RunOptions)


class OpenQuestion(BaseModel):
    """Something a run waits to be told by a person."""

    run_id: str
    request_id: str
    source: str
    prompt: str
    answer_schema: JsonDict = Field(default_factory=dict)
    asked_at: datetime | None = None


class Run(BaseModel):
    """How a run stands."""

    run_id: str
    owner: str = "local"
    status: RunStatus
    reason: str | None = None
    """Why it has this status, in words."""
    code: str | None = None
    """The same for programs, where there is something to tell."""
    team_id: str | None = None
    team_version: int | None = None
    session_id: str | None = None
    parent_run_id: str | None = None
    fork_seq: int | None = None
    component: JsonDict
    task: list[JsonDict] = []
    """The messages the run was started with."""
    options: RunOptions = Field(default_factory=RunOptions)
    totals: JsonDict = Field(default_factory=dict)
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    last_seq: int = 0
    questions: list[OpenQuestion] = []
    """What it waits for, as long as it goes on."""

    @property
    def name(self) -> str:
        """The first words of the task."""
        first: Any = self.task[0].get("content", "") if self.task else ""
        return str(first)[:80]
