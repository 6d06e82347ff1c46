"""SDK clients that are built when they are first needed."""

import sys
from asyncio import to_thread
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
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
        missing = [name for name in self.modules if name not in sys.modules]
        if missing:
            await to_thread(_import_all, missing)


def _import_all(modules: list[str]) -> None:
    for name in modules:
        import_module(name)
