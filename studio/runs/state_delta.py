"""Differences between two states of a team: threads grow at their end, so little has to be kept."""

from typing import Any, cast

from studio.domain.json_values import JsonDict

SAME: JsonDict = {"=": 1}
"""Nothing has changed."""


def make_delta(old: Any, new: Any) -> JsonDict:
    """Return what `apply_delta` needs to make `new` from `old`.

    The forms: `{"=": 1}` same; `{"!": value}` replaced; `{"+": [...], "keep": n}` a list that
    keeps its first n items; `{"{": {...}, "-": [...]}` an object with changed and removed keys.
    """
    if new is old:
        return SAME
    if isinstance(old, dict) and isinstance(new, dict):
        return _object_delta(cast("JsonDict", old), cast("JsonDict", new))
    if isinstance(old, list) and isinstance(new, list):
        return _list_delta(cast("list[Any]", old), cast("list[Any]", new))
    return {"!": new} if _differ(cast("object", old), cast("object", new)) else SAME


def apply_delta(old: Any, delta: JsonDict) -> Any:
    """Return the new state; `old` is left alone, but what did not change is shared."""
    if "=" in delta:
        return old
    if "!" in delta:
        return delta["!"]
    if "+" in delta:
        return [*cast("list[Any]", old)[: delta["keep"]], *delta["+"]]
    result = dict(cast("JsonDict", old))
    for key in delta.get("-", ()):
        result.pop(key, None)
    for key, change in delta["{"].items():
        result[key] = apply_delta(result.get(key), change)
    return result


def _differ(old: object, new: object) -> bool:
    return type(old) is not type(new) or old != new


def _object_delta(old: JsonDict, new: JsonDict) -> JsonDict:
    changed: JsonDict = {}
    for key, value in new.items():
        if key not in old:
            changed[key] = {"!": value}
            continue
        delta = make_delta(old[key], value)
        if delta is not SAME:
            changed[key] = delta
    removed = [key for key in old if key not in new]
    if not changed and not removed:
        return SAME
    return {"{": changed, "-": removed} if removed else {"{": changed}


def _list_delta(old: list[Any], new: list[Any]) -> JsonDict:
    size = len(old)
    if len(new) >= size and new[:size] == old:
        return SAME if len(new) == size else {"+": new[size:], "keep": size}
    keep = 0
    for one, other in zip(old, new, strict=False):
        if one is not other and one != other:
            break
        keep += 1
    return {"+": new[keep:], "keep": keep}
