"""Identifiers of messages."""

import uuid


def new_message_id() -> str:
    """Return the id of a new message, a uuid4 as text."""
    return str(uuid.uuid4())
