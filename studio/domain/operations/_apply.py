"""Applies a batch of operations: all of them or none."""

from collections.abc import Callable, Sequence
from typing import Final

from studio.domain.exceptions import OperationError, SpecError
from studio.domain.json_values import JsonDict, as_text
from studio.domain.operations import edges, structure, values
from studio.domain.operations.draft import Draft
from studio.domain.team_spec import TeamDocument

Apply = Callable[[Draft, JsonDict], None]

OPERATIONS: Final[dict[str, Apply]] = {
    "add": structure.add,
    "remove": structure.remove,
    "replace": structure.replace,
    "transfer": structure.transfer,
    "duplicate": structure.duplicate,
    "reorder": structure.reorder,
    "set": values.set_value,
    "rename": values.rename,
    "move": values.move,
    "bypass": values.bypass,
    "layout": values.layout,
    "note_add": values.note_add,
    "note_set": values.note_set,
    "note_duplicate": values.note_duplicate,
    "note_remove": values.note_remove,
    "set_document": values.set_document,
    "connect": edges.connect,
    "disconnect": edges.disconnect,
    "set_edge": edges.set_edge,
}

_LEAVES_NODES: Final = frozenset(
    {"move", "bypass", "note_add", "note_duplicate", "note_set", "note_remove"}
)


def apply_ops(document: TeamDocument, ops: Sequence[JsonDict]) -> TeamDocument:
    """Return the document with the operations applied in order and its revision raised by one.

    The given document is left alone. Paths may be JSON pointers or ids of nodes.

    Raises:
        SpecError: An operation cannot be applied; `details` name it, and none has been applied.
    """
    draft = Draft(document)
    for index, op in enumerate(ops):
        name = as_text(op.get("op"))
        apply = OPERATIONS.get(name)
        try:
            if apply is None:
                raise OperationError(
                    f"there is no operation {name!r}", hint=f"Known: {', '.join(OPERATIONS)}."
                )
            apply(draft, op)
        except SpecError as error:
            error.details.update({"op": name, "index": index})
            raise
        if index + 1 < len(ops) and name not in _LEAVES_NODES:
            draft.settle()
    return draft.finish(document.revision + 1)
