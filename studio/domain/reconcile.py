"""Keeps nodes where they are when the whole JSON has been rewritten by hand."""

from collections.abc import Callable, Sequence

from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.kinds import kind_of
from studio.domain.slots import walk
from studio.domain.team_spec import NodePlace, Note


def reconciled(
    old: JsonDict, new: JsonDict, places: Sequence[NodePlace], notes: Sequence[Note]
) -> tuple[list[NodePlace], list[Note]]:
    """Return places and notes that follow what they stood for into a rewritten component.

    A component is found again at the same path with the same name, else anywhere by its name and
    provider, else by name, else at the same path with the same kind. What is not found loses its
    place.
    """
    moves = _moves(dict(walk(old)), dict(walk(new)))
    kept = [
        place.model_copy(update={"path": moves[place.path]})
        for place in places
        if place.path in moves
    ]
    kept_notes = [note.model_copy(update={"scope": moves.get(note.scope, "")}) for note in notes]
    return kept, kept_notes


def _moves(old: dict[str, JsonDict], new: dict[str, JsonDict]) -> dict[str, str]:
    moves: dict[str, str] = {"": ""}
    free = {path: component for path, component in new.items() if path}

    def take(path: str, target: str | None) -> None:
        if target is not None:
            moves[path] = target
            del free[target]

    def left() -> list[tuple[str, JsonDict]]:
        return [(path, component) for path, component in old.items() if path not in moves]

    for path, component in left():
        same = path in free and _name(component) != "" and _name(free[path]) == _name(component)
        take(path, path if same else None)
    for key in (_name_and_provider, _named):
        index = _index(free, key)
        for path, component in left():
            candidates = index.get(key(component) or "", [])
            take(path, next((item for item in candidates if item in free), None))
    for path, component in left():
        same = path in free and kind_of(free[path]) == kind_of(component)
        take(path, path if same else None)
    return moves


def _index(components: dict[str, JsonDict], key: Callable[[JsonDict], str]) -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for path, component in components.items():
        if text := key(component):
            index.setdefault(text, []).append(path)
    return index


def _name(component: JsonDict) -> str:
    return as_text(as_dict(component.get("config")).get("name"))


def _named(component: JsonDict) -> str:
    name = _name(component)
    return f"{kind_of(component)} {name}" if name else ""


def _name_and_provider(component: JsonDict) -> str:
    name = _name(component)
    return f"{as_text(component.get('provider'))} {name}" if name else ""
