"""JSON pointers (RFC 6901) into a component."""

from typing import Any

from studio.domain.exceptions import PathError
from studio.domain.json_values import as_dict, as_list


def parts(path: str) -> list[str]:
    """Split a pointer into unescaped keys; the root has none."""
    if not path:
        return []
    if not path.startswith("/"):
        raise PathError(f"{path!r} is not a JSON pointer", path=path, hint="It starts with '/'.")
    return [part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/")]


def join(path: str, *keys: str | int) -> str:
    """Extend a pointer by further keys."""
    return path + "".join("/" + escape(str(key)) for key in keys)


def escape(key: str) -> str:
    """Write one key as it stands in a pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def parent(path: str) -> tuple[str, str]:
    """Split off the last key, unescaped.

    Raises:
        PathError: The root has no parent.
    """
    head, sep, tail = path.rpartition("/")
    if not sep:
        raise PathError("the whole document has no parent", path=path)
    return head, tail.replace("~1", "/").replace("~0", "~")


def is_within(path: str, ancestor: str) -> bool:
    """Tell whether `path` is `ancestor` or lies below it."""
    return path == ancestor or path.startswith(ancestor + "/")


def find(document: Any, path: str) -> Any:
    """Return the value at `path`, or `None` when nothing is there."""
    value = document
    for key in parts(path):
        value = _child(value, key)
        if value is None:
            return None
    return value


def get(document: Any, path: str) -> Any:
    """Return the value at `path`.

    Raises:
        PathError: Nothing is there.
    """
    value = document
    for key in parts(path):
        value = _child(value, key)
        if value is None:
            raise PathError(
                f"nothing is at {path!r}",
                path=path,
                hint="The document has changed meanwhile; load it again.",
            )
    return value


def _child(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return as_dict(value).get(key)
    if isinstance(value, list) and key.isdecimal():
        items = as_list(value)
        return items[int(key)] if int(key) < len(items) else None
    return None
