"""Who is told that a call to a model provider has failed and is tried again."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Retry:
    """An attempt that has failed; another one follows after a wait."""

    attempt: int
    """Which one has failed, counting from 1."""
    of: int
    """How many attempts there are at most."""
    wait_s: float
    """How long it is until the next one."""
    asked: bool
    """Whether the provider has asked for this wait."""
    error: Exception


_listener: ContextVar[Callable[[Retry], None] | None] = ContextVar("studio_retries", default=None)


def tell(retry: Retry) -> None:
    """Tell whoever listens, before the wait."""
    listener = _listener.get()
    if listener is not None:
        listener(retry)


@contextmanager
def told(listener: Callable[[Retry], None]) -> Generator[None]:
    """Have `listener` told of the retries of this task and of those it starts."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
