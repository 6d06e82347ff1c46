"""How a run reaches into the engine without the engine knowing of runs."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

StopKind = Literal["agent", "tool", "handoff"]


@dataclass(frozen=True)
class Question:
    """Something only a person can answer."""

    prompt: str
    source: str
    """Name of the agent that asks."""
    request_id: str = ""
    """Given by the agent where its stream already names one; else the run makes one."""
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string"})
    """JSON schema of the answer: text, a choice, approve or deny (boolean), or a form."""


class Placed(Protocol):
    """Something with a place of its own that no team saves: a client that reads a script."""

    def save_place(self) -> Any:
        """Return the place, as JSON data."""
        ...

    def load_place(self, place: Any) -> None:
        """Go to a place that was saved."""
        ...


class RunContext:
    """What a run offers to the engine; this base does nothing, so a partial one is enough."""

    environment: Mapping[str, str] = {}
    """Extra variables for child processes of tools; the process environment is never written."""

    approve_code: bool = False
    """Whether a person is asked before an agent without approval function of its own runs code."""

    keeps_output: bool = False
    """Whether it wants to be told what the child processes of tools print."""

    def printed(self, text: str) -> None:
        """Take what a child process has printed; told after the call when `keeps_output` is set."""

    def emit(self, event: object) -> None:
        """Take one structured engine event (a model call, a tool call, a retry)."""

    def locate(self, item: object) -> None:
        """Take notice of what is said in an inner team, where it is said: see `team_path()`.

        Whoever passes it on to a team around calls this again; the first call tells the place.
        """

    def keep(self, part: Placed) -> None:
        """Take charge of the place of a component; called where the component is made.

        Components are made in the same order each time a team is loaded, so a checkpoint can hold
        their places one after the other.
        """

    async def ask(self, question: Question) -> str:
        """Return a person's answer, waiting as long as it takes.

        Structured answers come as JSON text.
        """
        raise LookupError("this run has nobody to ask")

    async def before(self, kind: StopKind, name: str, detail: object = None) -> None:
        """Wait here if the person has set a breakpoint on this agent, tool or hand-over."""

    async def after_turn(self, team: Any, speakers: Sequence[str]) -> None:
        """Take notice that a group chat has completed a turn; checkpoints are written here.

        Called for every team; `team_path()` is empty for the outermost one.
        """


_current: ContextVar[RunContext | None] = ContextVar("studio_run", default=None)
_path: ContextVar[tuple[str, ...]] = ContextVar("studio_team_path", default=())


def current_run() -> RunContext | None:
    """Return the run that the calling task belongs to, if any."""
    return _current.get()


def team_path() -> tuple[str, ...]:
    """Return the names of the teams and agents around the current team, outermost first."""
    return _path.get()


@contextmanager
def entered_run(run: RunContext) -> Generator[None]:
    """Make `run` current for this task and the tasks it starts."""
    token = _current.set(run)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def without_run() -> Generator[None]:
    """Hide the run from the code inside, and from the tasks it starts."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def nested_team(name: str) -> Generator[None]:
    """Mark everything inside as running within the participant `name`."""
    token = _path.set((*_path.get(), name))
    try:
        yield
    finally:
        _path.reset(token)
