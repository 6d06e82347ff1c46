"""Who is at work in a task, and within whose turn."""

from contextvars import ContextVar
from dataclasses import dataclass, field

from studio._kit import clock
from studio._kit.run_context import team_path


@dataclass
class Speaker:
    """Who is at work in a task."""

    name: str = ""
    path: tuple[str, ...] = ()
    since: float = field(default_factory=clock.monotonic)
    """When it began what it is doing now."""
    outer: "Speaker | None" = None
    """Who is at work around, if this is within a team."""


_speaker: ContextVar[Speaker | None] = ContextVar("studio_run_speaker", default=None)


def enter_agent(name: str) -> Speaker:
    """Count what follows in this task as the doing of an agent."""
    path = team_path()
    speaker = Speaker(name, path, outer=_speaker_above(len(path) - 1))
    _speaker.set(speaker)
    return speaker


def enter_team(name: str) -> None:
    """Count what follows in this task as the team's own doing, until an agent begins its turn."""
    enter_agent(name)


def current_speaker() -> Speaker:
    """Return who is at work in this task; nobody in particular outside of an agent's turn."""
    path = team_path()
    return _speaker_above(len(path)) or Speaker(path=path)


def _speaker_above(depth: int) -> Speaker | None:
    """Return who was at work last with at most so many teams around."""
    speaker = _speaker.get()
    while speaker is not None and len(speaker.path) > depth:
        speaker = speaker.outer
    return speaker
