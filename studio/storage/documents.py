"""What the repositories take and give: plain documents, no rows."""

from datetime import datetime
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from studio.domain.team_spec import TeamDocument

JsonDict = dict[str, Any]
T = TypeVar("T")


class Document(BaseModel):
    """Base of the documents; they are values and do not change."""

    model_config = ConfigDict(frozen=True)


class Page(Document, Generic[T]):
    """A part of a list; `next_cursor` asks for the next part, `None` means this was the last."""

    items: list[T]
    next_cursor: str | None = None


class TeamInfo(Document):
    """A team as lists show it."""

    team_id: str
    owner: str
    name: str
    description: str
    version: int
    """The newest saved version."""
    published_version: int | None
    summary: JsonDict
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None


class Team(TeamInfo):
    """A team with its newest saved document."""

    document: TeamDocument


class VersionInfo(Document):
    """One save: who, when, and what they called it."""

    team_id: str
    version: int
    author: str
    name: str
    created_at: datetime


class TeamVersion(VersionInfo):
    """One save with its document."""

    document: TeamDocument


class Draft(Document):
    """A person's unsaved state of a team."""

    team_id: str
    owner: str
    name: str
    """Name of the team."""
    document: TeamDocument
    rev: int
    base_version: int
    head_version: int
    """Newer than `base_version` if someone else has saved in between."""
    dirty: bool
    can_undo: bool
    can_redo: bool
    undo_label: str = ""
    redo_label: str = ""
    updated_at: datetime


class Edit(Document):
    """One edit as JSON patches (RFC 6902) there and back."""

    label: str
    forward: list[JsonDict]
    backward: list[JsonDict]


class Session(Document):
    """A conversation with a team."""

    session_id: str
    owner: str
    name: str
    team_id: str | None = None
    team_version: int | None = None
    """A fixed version, or `None` to follow the newest."""
    component: JsonDict | None = None
    """Instead of a team: the component itself."""
    pinned: bool = False
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None


class Gallery(Document):
    """A gallery; `document` is AutoGen Studio's gallery JSON as it came."""

    gallery_id: str
    owner: str
    name: str
    url: str | None = None
    document: JsonDict = Field(default_factory=dict)
    builtin: bool = False
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None


class SecretInfo(Document):
    """That there is a secret; never what it is."""

    name: str
    updated_at: datetime
