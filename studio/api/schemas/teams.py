"""Teams, versions and drafts."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from studio.services.documents import TeamDocument

JsonDict = dict[str, Any]


class TeamContent(BaseModel):
    """A component, or a whole team document; exactly one of them."""

    model_config = ConfigDict(extra="forbid")

    component: JsonDict | None = None
    document: TeamDocument | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> "TeamContent":
        if (self.component is None) == (self.document is None):
            raise ValueError("give either `component` or `document`")
        return self

    @property
    def content(self) -> JsonDict | TeamDocument:
        """Whichever was given."""
        return self.document if self.document is not None else self.component or {}


class NewTeamIn(TeamContent):
    """A team to be made."""

    name: str = ""


class SaveTeamIn(TeamContent):
    """The next version of a team."""

    base_version: int
    """The version the change was made to."""
    name: str = ""
    """What to call this version."""


class ChangeTeamIn(BaseModel):
    """Fields of the team itself; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    name: str | None = None
    published_version: int | None = None


class NameIn(BaseModel):
    """A name."""

    model_config = ConfigDict(extra="forbid")

    name: str = ""


class OpsIn(BaseModel):
    """Canvas operations, applied as one edit."""

    model_config = ConfigDict(extra="forbid")

    ops: list[JsonDict]
    base_rev: int | None = None
    """The revision of the draft that the operations were made to."""


class SaveDraftIn(BaseModel):
    """How to save the draft."""

    model_config = ConfigDict(extra="forbid")

    message: str = ""
    over: int | None = None
    """A newer version that the person has seen and agrees to replace."""
