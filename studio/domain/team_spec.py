"""The saved team document: a component kept verbatim, and what is ours beside it."""

from typing import Literal

from pydantic import BaseModel, Field

from studio.domain.json_values import JsonDict


class NodePlace(BaseModel):
    """Where a person (or the layout) has put one node of the canvas."""

    id: str
    """Stays the same however the component around it is edited."""
    path: str
    """JSON pointer into the component; empty for the root."""
    x: float
    y: float
    pinned: bool = False
    """A person has put it here; the layout leaves it alone."""
    inside: bool = False
    """The place of a nested team (or agent) when it is opened, as the head of its own view."""
    bypassed: bool = False
    """Left out, for the time being, of what is run and taken away."""


class Note(BaseModel):
    """A piece of paper on the canvas, or a frame around some of its nodes."""

    id: str
    text: str
    """What is written on it; the title of a frame."""
    kind: Literal["note", "frame"] = "note"
    x: float
    y: float
    width: float = 240
    height: float = 120
    scope: str = ""
    """Path of the team on whose canvas it lies."""


class TeamDocument(BaseModel):
    """A component with its places and notes; unknown keys and providers survive unchanged."""

    component: JsonDict
    places: list[NodePlace] = Field(default_factory=list[NodePlace])
    notes: list[Note] = Field(default_factory=list[Note])
    tasks: list[str] = Field(default_factory=list[str])
    """What the team might be asked, for whoever does not know where to begin."""
    revision: int = 0
