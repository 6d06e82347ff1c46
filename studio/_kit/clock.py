"""The one source of time."""

import time
from datetime import UTC, datetime


def now() -> datetime:
    """Return the current moment, timezone-aware, in UTC."""
    return datetime.now(UTC)


def monotonic() -> float:
    """Return seconds on a clock that never goes back; only differences mean anything."""
    return time.monotonic()
