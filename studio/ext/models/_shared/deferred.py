"""SDK clients that are built when they are first needed."""

from asyncio import to_thread
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from typing import Any


@dataclass(frozen=True)
class Deferred:
    """An SDK client still to be built; loading an SDK takes longer than loading a whole team."""

    build: Callable[[], Any]
    modules: tuple[str, ...]
    """What building it and the first call import; loaded off the event loop."""
    retries: int = 0
    """How often a call is tried again by us, because the client is built not to do it."""

    async def load(self) -> None:
        """Import the modules without holding up the event loop."""
        if not _loaded.issuperset(self.modules):
            await to_thread(_import_all, self.modules)


_lock = Lock()
"""Held while modules are imported: two threads in one package would see it half made."""
_loaded: set[str] = set()


def _import_all(modules: tuple[str, ...]) -> None:
    with _lock:
        for name in modules:
            import_module(name)
        _loaded.update(modules)
