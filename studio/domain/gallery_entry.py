"""Galleries: collections of ready-made components, in AutoGen Studio's format."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from studio.domain.json_values import JsonDict, as_dicts
from studio.domain.kinds import Kind

SECTIONS: Final[dict[Kind, str]] = {
    "team": "teams",
    "agent": "agents",
    "model": "models",
    "tool": "tools",
    "workbench": "workbenches",
    "termination": "terminations",
    "memory": "memories",
    "model_context": "contexts",
    "code_executor": "executors",
    "other": "others",
}
"""Where components of a kind stand in a gallery; the last four are ours beside AutoGen Studio's."""

KIND_OF_SECTION: Final[dict[str, Kind]] = {section: kind for kind, section in SECTIONS.items()}


class Outline(BaseModel):
    """A small picture of a team: who is in it and who leads to whom."""

    kind: str
    """The class of the team."""
    members: list[str]
    edges: list[tuple[int, int]]
    """By index of the members; -1 is the team itself."""


class GalleryItem(BaseModel):
    """One component as a card shows it."""

    id: str
    """Within its gallery: `teams/travel_planner`."""
    kind: Kind
    label: str
    type_label: str
    description: str
    provider: str
    summary: str
    needs: list[str]
    """Names of the keys it asks for."""
    replay: bool
    """Plays recorded answers only: runs without any key."""
    outline: Outline | None = None
    component: JsonDict


class GalleryDocument(BaseModel):
    """A gallery as it is stored and exchanged; unknown keys survive."""

    model_config = ConfigDict(extra="allow")

    id: str
    name: str
    url: str | None = None
    metadata: JsonDict = Field(default_factory=dict)
    components: dict[str, Any] = Field(default_factory=dict)

    def section(self, name: str) -> list[JsonDict]:
        """Return the components of one section."""
        return as_dicts(self.components.get(name))
