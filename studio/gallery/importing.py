"""Reads what people bring: galleries, teams and components, in all the shapes they come in."""

import json
from dataclasses import dataclass, field
from typing import Any

import yaml

from studio._kit.errors import StudioError
from studio._kit.ids import new_id
from studio.domain.gallery_entry import KIND_OF_SECTION, SECTIONS, GalleryDocument
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.kinds import is_component, kind_of, label_of


class GalleryImportError(StudioError, ValueError):
    """A file is nothing that can be brought in."""

    code = "gallery.unreadable"


@dataclass(frozen=True)
class Imported:
    """What a file holds."""

    gallery: GalleryDocument | None = None
    components: list[JsonDict] = field(default_factory=list[JsonDict])
    """Single components, unchanged; empty for a gallery."""

    @property
    def teams(self) -> list[JsonDict]:
        """Return every team in it."""
        inside = self.gallery.section("teams") if self.gallery else self.components
        return [item for item in inside if kind_of(item) == "team"]

    def as_gallery(self, name: str = "Imported") -> GalleryDocument:
        """Return it as a gallery, made from single components where it is none."""
        if self.gallery is not None:
            return self.gallery
        sections: dict[str, list[JsonDict]] = {}
        for component in self.components:
            sections.setdefault(SECTIONS[kind_of(component)], []).append(component)
        title = label_of(self.components[0]) if len(self.components) == 1 else name
        return GalleryDocument(id=new_id("gallery"), name=title or name, components=sections)


def read_import(source: str | bytes | JsonDict | list[Any]) -> Imported:
    """Read a gallery or components from text (JSON or YAML) or from parsed JSON.

    Understood are a gallery, a gallery or team as AutoGen Studio's database keeps it, its answers
    over HTTP, a component as `dump_component()` writes it, and lists of all these.

    Raises:
        GalleryImportError: It is none of these; the message says what it looks like.
    """
    data: Any = parse_text(source) if isinstance(source, str | bytes) else source
    found = _read(data)
    if found is None:
        raise GalleryImportError(
            f"this is {_looks_like(data)}, not a component or a gallery",
            hint="A component has 'provider' and 'config'; a gallery has 'components' with lists "
            "of teams, agents, models and so on.",
        )
    return found


def parse_text(source: str | bytes) -> Any:
    """Parse JSON, or YAML when it is not JSON.

    Raises:
        GalleryImportError: It is neither; the message names the line.
    """
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source.lstrip("\ufeff")
    except UnicodeDecodeError as error:
        raise GalleryImportError(
            "the file is not text in UTF-8", hint="Save it as JSON in UTF-8."
        ) from error
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if text.lstrip().startswith(("{", "[")) or not text.strip():
            raise GalleryImportError(
                f"the JSON is broken in line {error.lineno}, column {error.colno}: {error.msg}",
                hint="Open it in an editor that checks JSON, or export it again.",
                details={"line": error.lineno, "column": error.colno},
            ) from error
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise GalleryImportError(
            "the file is neither JSON nor YAML", hint="Export it as JSON and try again."
        ) from error


def _read(data: Any) -> Imported | None:
    if isinstance(data, list):
        parts = [_read(item) for item in as_list(data)]
        if not parts or any(part is None for part in parts):
            return None
        return _joined([part for part in parts if part is not None])
    if not isinstance(data, dict):
        return None
    fields = as_dict(data)
    if is_component(fields):
        return Imported(components=[fields])
    if _is_gallery(fields):
        return Imported(gallery=_gallery(fields))
    for key in ("config", "component", "data", "gallery", "team"):
        if isinstance(fields.get(key), dict | list):
            inner = _read(fields[key])
            if inner is not None:
                return inner
    return None


def _joined(parts: list[Imported]) -> Imported:
    galleries = [part.gallery for part in parts if part.gallery is not None]
    loose = [component for part in parts for component in part.components]
    if not galleries:
        return Imported(components=loose)
    first = galleries[0].model_copy(deep=True)
    for other in galleries[1:]:
        for section in other.components:
            first.components[section] = first.section(section) + other.section(section)
    for component in loose:
        section = SECTIONS[kind_of(component)]
        first.components[section] = [*first.section(section), component]
    return Imported(gallery=first)


def _is_gallery(fields: JsonDict) -> bool:
    components = as_dict(fields.get("components"))
    return any(
        section in KIND_OF_SECTION and isinstance(items, list)
        for section, items in components.items()
    )


def _gallery(fields: JsonDict) -> GalleryDocument:
    known: JsonDict = {
        **fields,
        "id": as_text(fields.get("id")) or new_id("gallery"),
        "name": as_text(fields.get("name")) or "Imported gallery",
        "url": as_text(fields.get("url")) or None,
        "metadata": as_dict(fields.get("metadata")),
    }
    return GalleryDocument.model_validate(known)


def _looks_like(data: Any) -> str:
    if isinstance(data, dict):
        keys = [repr(key) for key in list(as_dict(data))[:4]]
        return f"an object with {', '.join(keys)}" if keys else "an empty object"
    if isinstance(data, list):
        if not data:
            return "an empty list"
        return "a list with other things in it" if as_dicts(data) else "a list of values"
    return "empty" if data is None else f"a single {type(data).__name__}"
