"""Changes single values: fields, names, places, notes, the whole component."""

from typing import Any, Final

from studio.domain import pointer
from studio.domain.exceptions import FitError, OperationError, PathError
from studio.domain.json_values import (
    JsonDict,
    as_dict,
    as_list,
    as_text,
    as_texts,
    clone,
    clone_dict,
)
from studio.domain.kinds import class_of, is_component, kind_of, name_of
from studio.domain.operations.draft import Draft
from studio.domain.operations.structure import follow_name, take
from studio.domain.places import tidied
from studio.domain.reconcile import reconciled
from studio.domain.team_edges import participants, team_path_of
from studio.domain.team_spec import Note, TeamDocument

_KEEPS_NULL: Final[dict[str, frozenset[str]]] = {
    "TokenUsageTermination": frozenset(
        {"max_total_token", "max_prompt_token", "max_completion_token"}
    ),
    "HttpTool": frozenset({"description", "headers"}),
    "StdioElicitor": frozenset({"timeout"}),
    "McpSessionHost": frozenset({"sampler", "elicitor", "roots"}),
}
"""Fields that AutoGen's schema demands although they may be null."""


def set_value(draft: Draft, op: JsonDict) -> None:
    """`set {path, value}`; `null` takes an optional value out."""
    path = draft.resolve(op.get("path"))
    value = clone(op.get("value"))
    if not path:
        _replace_all(draft, value)
        return
    owner = _owner(draft, path)
    before = name_of(draft.component_at(owner)) if owner is not None else ""
    holder, key = pointer.parent(path)
    if value is None and not _keeps_null(draft, owner, key):
        if pointer.find(draft.component, path) is not None:
            take(draft, path)
        elif isinstance(pointer.find(draft.component, holder), dict):
            as_dict(draft.get(holder)).pop(key, None)
    else:
        _assign(draft, path, value)
    if owner is not None and pointer.is_within(pointer.join(owner, "config", "name"), path):
        follow_name(draft, owner, before)


def rename(draft: Draft, op: JsonDict) -> None:
    """`rename {path, name}`; hand-offs, graph edges and conditions follow."""
    path = draft.resolve(op.get("path"))
    name = as_text(op.get("name")).strip()
    component = draft.component_at(path)
    kind = kind_of(component)
    if not name:
        raise OperationError("a name cannot be empty", path=path)
    if kind == "agent" and not name.isidentifier():
        raise FitError(
            f"{name!r} cannot be an agent's name",
            path=path,
            hint="Use letters, digits and underscores, not starting with a digit.",
        )
    seat = team_path_of(path)
    if seat is not None:
        others = [
            name_of(item)
            for index, item in enumerate(participants(draft.component_at(seat[0])))
            if index != seat[1]
        ]
        if name in others:
            raise FitError(
                f"another participant is called {name!r}", path=path, hint="Choose another name."
            )
    before = name_of(component)
    if kind in {"agent", "tool"} or (kind == "team" and seat is not None):
        draft.config_at(path)["name"] = name
        follow_name(draft, path, before)
    else:
        component["label"] = name


def move(draft: Draft, op: JsonDict) -> None:
    """`move {id, x, y}`."""
    node_id = as_text(op.get("id"))
    x, y = _number(op, "x"), _number(op, "y")
    for note in draft.notes:
        if note.id == node_id:
            note.x, note.y = x, y
            return
    place = draft.place(node_id)
    place.x, place.y, place.pinned = x, y, True


def bypass(draft: Draft, op: JsonDict) -> None:
    """`bypass {path, value}`: leave a participant out of runs and exports, or take it back in."""
    path = draft.resolve(op.get("path"))
    place = draft.place_at(path)
    if team_path_of(path) is None or place is None:
        raise FitError("only a participant can be bypassed", path=path)
    place.bypassed = op.get("value") is not False


def layout(draft: Draft, op: JsonDict) -> None:
    """`layout {scope?, ids?, all?, heights?}`: place nodes of one canvas anew.

    By default those that no person has placed; those in `ids`, or all of them, if asked for.
    `heights` tells by id how tall nodes are drawn.
    """
    document = TeamDocument(component=draft.component, places=draft.places)
    heights = as_dict(op.get("heights"))
    draft.places = tidied(
        document,
        draft.resolve(op.get("scope")),
        heights={name: _number(heights, name) for name in heights},
        only=as_texts(op.get("ids")),
        all_nodes=op.get("all") is True,
    )


def note_add(draft: Draft, op: JsonDict) -> None:
    """`note_add {text?, x, y, width?, height?, scope?, id?, kind?}`; a `frame` surrounds nodes."""
    note = Note(
        id=_free_note_id(draft, as_text(op.get("id"))),
        text=as_text(op.get("text")),
        kind="frame" if op.get("kind") == "frame" else "note",
        x=_number(op, "x"),
        y=_number(op, "y"),
        scope=draft.resolve(op.get("scope")),
    )
    draft.notes.append(note)
    _resize(note, op)


def note_duplicate(draft: Draft, op: JsonDict) -> None:
    """`note_duplicate {id}`: put the same note a little further down."""
    note = _note(draft, op)
    moved = {"id": _free_note_id(draft), "x": note.x + 32, "y": note.y + 32}
    draft.notes.append(note.model_copy(update=moved))


def _free_note_id(draft: Draft, wanted: str = "") -> str:
    taken = {note.id for note in draft.notes}
    if wanted and wanted not in taken:
        return wanted
    number = len(taken) + 1
    while f"note{number}" in taken:
        number += 1
    return f"note{number}"


def note_set(draft: Draft, op: JsonDict) -> None:
    """`note_set {id, text?, x?, y?, width?, height?}`."""
    note = _note(draft, op)
    if "text" in op:
        note.text = as_text(op["text"])
    note.x = _number(op, "x") if "x" in op else note.x
    note.y = _number(op, "y") if "y" in op else note.y
    _resize(note, op)


def note_remove(draft: Draft, op: JsonDict) -> None:
    """`note_remove {id}`."""
    draft.notes.remove(_note(draft, op))


def set_document(draft: Draft, op: JsonDict) -> None:
    """`set_document {component}`: what the JSON editor sends."""
    _replace_all(draft, clone(op.get("component")))


def _replace_all(draft: Draft, value: Any) -> None:
    if not is_component(value):
        raise OperationError(
            "the document is not a component",
            hint="A component is an object with 'provider' and 'config'.",
        )
    component = as_dict(value)
    draft.places, draft.notes = reconciled(draft.component, component, draft.places, draft.notes)
    draft.component = clone_dict(component)


def _assign(draft: Draft, path: str, value: Any) -> None:
    holder, key = pointer.parent(path)
    container = pointer.find(draft.component, holder)
    if container is None:
        container = _make_way(draft, holder)
    if isinstance(container, list):
        items = as_list(container)
        if not key.isdecimal() or int(key) > len(items):
            raise PathError(f"nothing is at {path!r}", path=path)
        items[int(key) : int(key) + 1] = [value]
    elif isinstance(container, dict):
        as_dict(container)[key] = value
    else:
        raise PathError(f"{holder!r} cannot hold anything", path=path)


def _make_way(draft: Draft, path: str) -> JsonDict:
    """Create the objects on the way to a path that does not exist yet."""
    holder, key = pointer.parent(path)
    container = pointer.find(draft.component, holder)
    if container is None:
        container = _make_way(draft, holder)
    if not isinstance(container, dict):
        raise PathError(f"nothing is at {path!r}", path=path)
    return as_dict(as_dict(container).setdefault(key, {}))


def _owner(draft: Draft, path: str) -> str | None:
    """Return the nearest component around a value."""
    while path:
        path = pointer.parent(path)[0]
        if is_component(pointer.find(draft.component, path)):
            return path
    return None


def _keeps_null(draft: Draft, owner: str | None, key: str) -> bool:
    if owner is None:
        return False
    return key in _KEEPS_NULL.get(class_of(draft.component_at(owner)), frozenset())


def _number(op: JsonDict, field: str) -> float:
    value = op.get(field)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise OperationError(f"{op.get('op')!r} needs a number as {field!r}")
    return float(value)


def _note(draft: Draft, op: JsonDict) -> Note:
    note_id = as_text(op.get("id"))
    note = next((item for item in draft.notes if item.id == note_id), None)
    if note is None:
        raise PathError(f"no note has the id {note_id!r}", details={"id": note_id})
    return note


def _resize(note: Note, op: JsonDict) -> None:
    note.width = max(80.0, _number(op, "width")) if "width" in op else note.width
    note.height = max(40.0, _number(op, "height")) if "height" in op else note.height
