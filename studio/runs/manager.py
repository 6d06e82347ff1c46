"""The inline engine: runs as tasks of this process, kept in its database."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

SecretLookup = Callable[[str, str], Awaitable[str | None]]
"""Gives the value of a secret: called with the owner and the name."""


@dataclass(frozen=True)
class Tuning:
    """Times of the engine, in seconds."""

    flush_s: float = 0.015
    """Events are written together at most this often, except at the end of a turn."""
    chunk_s: float = 0.025
    """Pieces of text reach subscribers at most this often."""
    heartbeat_s: float = 2.0
    """How often this process says that it still drives its runs."""
    stale_s: float = 15.0
    """A driver that has been silent for so long is taken to be gone."""
    cut_s: float = 5.0
    """How long a team may take to let go when it is cut short."""
