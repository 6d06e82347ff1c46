"""The difference of two JSON values, as patches (RFC 6902) in both directions."""

from typing import Any, cast

import jsonpatch

from studio._kit.jsonio import dump_json
from studio.domain.json_values import JsonDict, clone
from studio.domain.pointer import join

Patch = list[JsonDict]


def diff(before: Any, after: Any) -> tuple[Patch, Patch]:
    """Return the patch that makes `after` of `before`, and the one that goes back."""
    forward: Patch = []
    backward: Patch = []
    _compare("", before, after, forward, backward)
    backward.reverse()
    return clone(forward), clone(backward)


def apply(document: JsonDict, patch: Patch) -> JsonDict:
    """Return the document with a patch applied; the document itself stays as it is."""
    return cast("JsonDict", jsonpatch.apply_patch(clone(document), clone(patch), in_place=True))


def _compare(path: str, before: Any, after: Any, forward: Patch, backward: Patch) -> None:
    if before is after or (type(before) is type(after) and _is_same_leaf(before, after)):
        return
    if isinstance(before, list) and isinstance(after, list):
        old_items, new_items = cast("list[Any]", before), cast("list[Any]", after)
        _compare_lists(path, old_items, new_items, forward, backward)
        return
    if isinstance(before, dict) and isinstance(after, dict):
        old, new = cast("JsonDict", before), cast("JsonDict", after)
        shorter = min(len(old), len(new))
        if list(old)[:shorter] == list(new)[:shorter]:  # a patch adds and removes at the end only
            _compare_objects(path, old, new, forward, backward)
            return
    forward.append({"op": "replace", "path": path, "value": after})
    backward.append({"op": "replace", "path": path, "value": before})


def _is_same_leaf(before: Any, after: Any) -> bool:
    return not isinstance(before, dict | list) and before == after


def _compare_objects(
    path: str, old: JsonDict, new: JsonDict, forward: Patch, backward: Patch
) -> None:
    for key, value in old.items():
        if key in new:
            _compare(join(path, key), value, new[key], forward, backward)
    for key in [key for key in reversed(old) if key not in new]:
        _remove(join(path, key), old[key], forward, backward)
    for key, value in new.items():
        if key not in old:
            _add(join(path, key), value, forward, backward)


def _compare_lists(
    path: str, old: list[Any], new: list[Any], forward: Patch, backward: Patch
) -> None:
    if len(old) == len(new):
        for index, (left, right) in enumerate(zip(old, new, strict=True)):
            _compare(join(path, index), left, right, forward, backward)
        return
    left, right = [dump_json(item) for item in old], [dump_json(item) for item in new]
    shorter = min(len(old), len(new))
    start = next((i for i in range(shorter) if left[i] != right[i]), shorter)
    rest = shorter - start
    end = next((i for i in range(rest) if left[-1 - i] != right[-1 - i]), rest)
    for index in range(len(old) - end - 1, start - 1, -1):
        _remove(join(path, index), old[index], forward, backward)
    for index in range(start, len(new) - end):
        _add(join(path, index), new[index], forward, backward)


def _add(path: str, value: Any, forward: Patch, backward: Patch) -> None:
    forward.append({"op": "add", "path": path, "value": value})
    backward.append({"op": "remove", "path": path})


def _remove(path: str, value: Any, forward: Patch, backward: Patch) -> None:
    forward.append({"op": "remove", "path": path})
    backward.append({"op": "add", "path": path, "value": value})
