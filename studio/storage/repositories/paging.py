"""Lists in parts: a cursor holds the sort key of the last item given."""

import base64
import binascii
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, literal, tuple_

from studio._kit.errors import UsageError

MAX_LIMIT = 200
DEFAULT_LIMIT = 50


def bounded(limit: int) -> int:
    """Return a limit that is allowed, as near to `limit` as can be."""
    return max(1, min(limit, MAX_LIMIT))


def to_cursor(*key: object) -> str:
    """Pack a sort key."""
    plain = [value.isoformat() if isinstance(value, datetime) else value for value in key]
    text = json.dumps(plain, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def from_cursor(cursor: str, *types: type) -> list[Any]:
    """Unpack a sort key of the given types.

    Raises:
        UsageError: We never gave out this cursor.
    """
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        values = cast("list[Any]", json.loads(base64.urlsafe_b64decode(padded)))
        return [_read(value, kind) for value, kind in zip(values, types, strict=True)]
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise UsageError(
            "the cursor is not one of ours",
            hint="Take `next_cursor` from the answer before, or leave it out.",
        ) from error


def after(columns: Sequence[Any], key: Sequence[object]) -> ColumnElement[bool]:
    """Return the condition that a row comes after `key` in a list sorted downwards."""
    values = [literal(value, column.type) for column, value in zip(columns, key, strict=True)]
    return tuple_(*columns) < tuple_(*values)


def _read(value: Any, kind: type) -> Any:
    if kind is datetime:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError(value)
        return moment
    if type(value) is not kind:
        raise ValueError(value)
    return value
