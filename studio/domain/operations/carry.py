"""Lets operations made to an earlier canvas mean the same nodes on a later one."""

from collections.abc import Mapping, Sequence

from studio.domain import pointer
from studio.domain.exceptions import PathError
from studio.domain.json_values import JsonDict

_PATHS = ("path", "target")


def carried(
    ops: Sequence[JsonDict], before: Mapping[str, str], after: Mapping[str, str]
) -> list[JsonDict]:
    """Return the operations with their paths as they are now.

    Args:
        ops: Operations; paths that lie in no node stay as they are.
        before: Where each node was, by id, when the operations were made.
        after: Where each node is now.

    Raises:
        PathError: The node of an operation is gone.
    """
    if all(after.get(name) == path for name, path in before.items()):
        return list(ops)
    inner_first = sorted(before.items(), key=lambda item: len(item[1]), reverse=True)

    def follow(path: object) -> object:
        if not isinstance(path, str):
            return path
        for name, old in inner_first:
            if not pointer.is_within(path, old):
                continue
            if name not in after:
                raise PathError(
                    "what was changed here has been removed elsewhere",
                    path=path,
                    hint="Undo brings it back.",
                )
            return after[name] + path[len(old) :]
        return path

    return [op | {key: follow(op[key]) for key in _PATHS if key in op} for op in ops]
