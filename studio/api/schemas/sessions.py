"""Sessions."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from studio.services.documents import VersionChoice


class NewSessionIn(BaseModel):
    """A session to begin, with a team or a component."""

    model_config = ConfigDict(extra="forbid")

    team_id: str | None = None
    team_version: VersionChoice = None
    component: dict[str, Any] | None = None
    name: str = ""


class ChangeSessionIn(BaseModel):
    """What to change; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    name: str | None = None
    pinned: bool | None = None
