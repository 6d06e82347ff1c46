"""Reads plain JSON without trusting its shape."""

from typing import Any, cast

JsonDict = dict[str, Any]


def as_dict(value: Any) -> JsonDict:
    """Return `value` when it is an object, else an empty one that belongs to nobody."""
    return cast("JsonDict", value) if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return `value` when it is a list, else an empty one that belongs to nobody."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def as_text(value: Any) -> str:
    """Return `value` when it is a string, else the empty string."""
    return value if isinstance(value, str) else ""


def as_dicts(value: Any) -> list[JsonDict]:
    """Return the objects of a list, skipping everything else."""
    return [cast("JsonDict", item) for item in as_list(value) if isinstance(item, dict)]


def as_texts(value: Any) -> list[str]:
    """Return the strings of a list, skipping everything else."""
    return [item for item in as_list(value) if isinstance(item, str)]


def clone(value: Any) -> Any:
    """Copy plain JSON deeply, keeping the order of keys; much quicker than `copy.deepcopy`."""
    if isinstance(value, dict):
        return {key: clone(item) for key, item in cast("JsonDict", value).items()}
    if isinstance(value, list):
        return [clone(item) for item in cast("list[Any]", value)]
    return value


def clone_dict(value: JsonDict) -> JsonDict:
    """Copy a JSON object deeply."""
    return {key: clone(item) for key, item in value.items()}
