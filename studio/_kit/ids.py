"""Identifiers."""

import uuid


def new_id(prefix: str = "") -> str:
    """Return a fresh identifier, 32 hexadecimal digits after an optional `prefix_`."""
    text = uuid.uuid4().hex
    return f"{prefix}_{text}" if prefix else text
