"""Components, galleries, checks and exports."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from studio.domain.problem import Problem
from studio.services.components import ComponentInfo
from studio.services.documents import Gallery
from studio.services.gallery import GalleryItem

JsonDict = dict[str, Any]


class ComponentIn(BaseModel):
    """A component."""

    model_config = ConfigDict(extra="forbid")

    component: JsonDict


class ProblemsOut(BaseModel):
    """Everything that is wrong with a component."""

    valid: bool
    """Whether there is no error; warnings may be there."""
    problems: list[Problem]


class ComponentsOut(BaseModel):
    """The catalogue."""

    items: list[ComponentInfo]


class GalleriesOut(BaseModel):
    """All galleries."""

    items: list[Gallery]


class GalleryItemsOut(BaseModel):
    """Components of galleries."""

    items: list[GalleryItem]


class GalleryIn(BaseModel):
    """A gallery's document."""

    model_config = ConfigDict(extra="forbid")

    document: JsonDict


class ImportIn(BaseModel):
    """What to take in: data, a text in JSON or YAML, or an address; exactly one of them."""

    model_config = ConfigDict(extra="forbid")

    data: JsonDict | list[Any] | None = None
    text: str | None = None
    url: str | None = None
    name: str = ""

    @model_validator(mode="after")
    def _exactly_one(self) -> "ImportIn":
        if sum(value is not None for value in (self.data, self.text, self.url)) != 1:
            raise ValueError("give one of `data`, `text` and `url`")
        return self


class ExportIn(BaseModel):
    """What to take away, and as what."""

    model_config = ConfigDict(extra="forbid")

    target: str
    component: JsonDict | None = None
    team_id: str | None = None
    bypassed: list[str] = Field(default_factory=list[str])
    """Paths of participants of `component` to leave out."""

    @model_validator(mode="after")
    def _exactly_one(self) -> "ExportIn":
        if (self.component is None) == (self.team_id is None):
            raise ValueError("give either `component` or `team_id`")
        return self
