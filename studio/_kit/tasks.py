"""Background tasks that always have an owner."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class TaskOwner:
    """Starts tasks, keeps them alive, and ends them all on `close`."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(
        self, work: Coroutine[Any, Any, Any], *, name: str | None = None
    ) -> "asyncio.Task[Any]":
        """Run `work` in a task of its own until it ends or the owner is closed."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Cancel what still runs and wait until it has ended; errors stay in their tasks."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
