"""Recognises components, teams and galleries, in every shape AutoGen Studio writes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import ValidationError

from studio._kit.jsonio import load_document
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.kinds import is_component, kind_of
from studio.domain.team_spec import TeamDocument

from .exceptions import ImportRefusedError

SECTIONS = ("teams", "agents", "models", "tools", "workbenches", "terminations")
"""The lists of a gallery, as AutoGen Studio names them."""

_SECTION_OF_KIND = {
    "team": "teams",
    "agent": "agents",
    "model": "models",
    "tool": "tools",
    "workbench": "workbenches",
    "termination": "terminations",
}


@dataclass
class Found:
    """What was recognised in an import."""

    teams: list[TeamDocument] = field(default_factory=list[TeamDocument])
    components: list[JsonDict] = field(default_factory=list[JsonDict])
    galleries: list[JsonDict] = field(default_factory=list[JsonDict])


def read_import(data: Any) -> Found:
    """Recognise data, or JSON or YAML text; everything found is kept as it came.

    Raises:
        DocumentError: The text is neither JSON nor YAML.
        ImportRefusedError: There is nothing we know in it.
    """
    value = load_document(data) if isinstance(data, str | bytes) else data
    found = Found()
    for item in cast("list[Any]", value) if isinstance(value, list) else [value]:
        _sort_in(item, found)
    if not (found.teams or found.components or found.galleries):
        raise ImportRefusedError(
            "this is no component, team or gallery",
            hint="A component has `provider` and `config`; a gallery has `components`.",
        )
    return found


def gallery_items(gallery: JsonDict) -> Iterator[tuple[str, int, JsonDict]]:
    """Return each component of a gallery with its section and its place there."""
    sections = as_dict(gallery.get("components"))
    for section in SECTIONS:
        for index, item in enumerate(as_list(sections.get(section))):
            if isinstance(item, dict):
                yield section, index, cast("JsonDict", item)


def section_of(component: JsonDict) -> str | None:
    """Return the list of a gallery that a component belongs to; not every kind has one."""
    return _SECTION_OF_KIND.get(kind_of(component))


def is_gallery(value: JsonDict) -> bool:
    """Tell whether a value is a gallery: its components lie in named lists."""
    sections = as_dict(value.get("components"))
    return any(isinstance(sections.get(section), list) for section in SECTIONS)


def _sort_in(item: Any, found: Found) -> None:
    value = as_dict(item)
    if is_component(value):
        _sort_component(value, found)
    elif is_gallery(value):
        found.galleries.append(value)
    elif is_gallery(inner := as_dict(value.get("config"))):  # a row of AutoGen Studio's database
        found.galleries.append(inner)
    elif is_component(inner := as_dict(value.get("component"))):
        _sort_row(value, inner, found)
    elif "teams" in value and (rows := as_dicts(value["teams"])):
        for row in rows:
            _sort_in(row, found)


def _sort_component(component: JsonDict, found: Found) -> None:
    if kind_of(component) == "team":
        found.teams.append(TeamDocument(component=component))
    else:
        found.components.append(component)


def _sort_row(row: JsonDict, component: JsonDict, found: Found) -> None:
    """Take a row of AutoGen Studio's database, or a team document of ours."""
    if kind_of(component) == "team" and ("places" in row or "notes" in row):
        try:
            found.teams.append(TeamDocument.model_validate(row))
        except ValidationError as error:
            where = ".".join(str(part) for part in error.errors()[0]["loc"])
            raise ImportRefusedError(
                f"the team document is broken at {where!r}",
                hint="Take its `component` alone, or mend that part.",
            ) from error
    else:
        _sort_component(component, found)


def name_of_gallery(gallery: JsonDict) -> str:
    """Return what a gallery calls itself."""
    return as_text(gallery.get("name")).strip() or "Imported gallery"
