"""What the repositories take and give: plain documents, no rows."""

from datetime import datetime
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from studio.domain.team_spec import TeamDocument

JsonDict = dict[str, Any]
T = TypeVar("T")

PUBLISHED: Final = 0
"""As the chosen version of a team: whichever is published."""


def _as_number(choice: object) -> object:
    return PUBLISHED if choice == "published" else choice


def _as_word(choice: int | None) -> int | str | None:
    return "published" if choice == PUBLISHED else choice


VersionChoice: TypeAlias = Annotated[
    int | None,
    Field(ge=PUBLISHED),
    BeforeValidator(_as_number, json_schema_input_type=int | Literal["published"] | None),
    PlainSerializer(_as_word, return_type=int | Literal["published"] | None, when_used="json"),
]
"""Which version of a team: a fixed one, `"published"` in JSON, or `None` for the newest."""


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


class TeamPulse(Document):
    """The little that tells whether an open team is still as it is shown."""

    rev: int = -1
    """Revision of the draft; -1 without one."""
    version: int
    name: str
    run_id: str = ""
    """The run of it that was begun last."""
    running: bool = False
    """Whether that run still goes on."""


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
    team_version: VersionChoice = None
    """A fixed version, the published one, or `None` to follow the newest."""
    component: JsonDict | None = None
    """Instead of a team: the component itself."""
    pinned: bool = False
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None


class Share(Document):
    """A link by which others may read a session or a single run."""

    token: str
    owner: str
    session_id: str | None = None
    run_id: str | None = None
    created_at: datetime


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
