"""Times of the run engine."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tuning:
    """Times of the engine, in seconds, and whose runs it cares for."""

    flush_s: float = 0.01
    """Events are written together at most this often, except at the end of a turn."""
    chunk_s: float = 0.025
    """Pieces of text reach subscribers at most this often."""
    heartbeat_s: float = 2.0
    """How often this process says that it still drives its runs."""
    stale_s: float = 15.0
    """A driver that has been silent for so long is taken to be gone."""
    listen_s: float = 0.4
    """How often this process looks for what others want its runs to do."""
    patience_s: float = 10.0
    """How long another process may take to do what it is told."""
    adopts: bool = True
    """Whether runs whose driver is gone are taken over."""
