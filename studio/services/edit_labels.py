"""Words for edits, as the undo menu shows them."""

from typing import Final

from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.kinds import label_of
from studio.domain.pointer import parts

_LABELS: Final[dict[str, str]] = {
    "move": "Move",
    "bypass": "Bypass",
    "add": "Add",
    "remove": "Remove",
    "replace": "Replace",
    "set": "Change",
    "reorder": "Change the order",
    "transfer": "Move to another place",
    "duplicate": "Duplicate",
    "connect": "Connect",
    "disconnect": "Remove a connection",
    "set_edge": "Change a connection",
    "rename": "Rename",
    "note_add": "Add a note",
    "note_duplicate": "Duplicate a note",
    "note_set": "Change a note",
    "note_remove": "Remove a note",
    "layout": "Arrange",
    "set_document": "Edit as JSON",
}


def label_of_edit(ops: list[JsonDict]) -> str:
    """Return a few words about a batch of operations."""
    if not ops:
        return ""
    first = ops[0]
    name = as_text(first.get("op"))
    label = _LABELS.get(name, "Change")
    if name == "note_add" and first.get("kind") == "frame":
        label = "Group"
    detail = _detail(name, first)
    text = f"{label} {detail}" if detail else label
    return text if len(ops) == 1 else f"{text} and {len(ops) - 1} more"


def _detail(name: str, op: JsonDict) -> str:
    if name in {"add", "replace"}:
        return label_of(as_dict(op.get("component")))
    if name == "set":
        path = as_text(op.get("path"))
        keys = [key for key in parts(path) if not key.isdecimal()] if path[:1] == "/" else []
        return keys[-1].replace("_", " ") if keys else ""
    if name == "rename":
        return f"to {as_text(op.get('name'))}"
    return ""
