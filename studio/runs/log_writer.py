"""Writes the logs of all runs of this process, many events in one transaction."""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy.exc import IntegrityError

from studio._kit import clock
from studio._kit.tasks import TaskOwner
from studio.domain.run_event import RunEvent
from studio.storage.log_batch import Checkpoint, LogBatch, NewBlob
from studio.storage.repositories.events import EventRepository

logger = logging.getLogger(__name__)

_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 2.0


Written = asyncio.Future[None]
"""Is done when something is safe."""


class LogReader(Protocol):
    """Is told what has become of the events of one run."""

    def committed(self, events: list[RunEvent]) -> None:
        """These events are safe now."""
        ...

    def refused(self, error: Exception) -> None:
        """The log of this run cannot be written any more: the run has been deleted."""
        ...


class LogWriter:
    """Collects what runs want to keep; one transaction at a time carries all of it.

    When the database cannot be written, everything waits and is tried again: nothing is announced
    that is not safe, and runs wait at the end of their turn.
    """

    def __init__(
        self,
        repository: EventRepository,
        *,
        interval_s: float,
        on_trouble: Callable[[Exception | None], None],
    ) -> None:
        self._repository = repository
        self._interval_s = interval_s
        self._on_trouble = on_trouble
        self._readers: dict[str, LogReader] = {}
        self._pending = LogBatch()
        self._done: Written | None = None
        self._writing: Written | None = None
        self._wake = asyncio.Event()
        self._urgent = asyncio.Event()
        self._last_commit = 0.0
        self._tasks = TaskOwner()
        self._closing = False

    def open(self) -> None:
        """Start writing."""
        self._closing = False
        self._tasks.start(self._work(), name="run log")

    async def close(self, *, patience_s: float = 5.0) -> None:
        """Write what is left, for as long as `patience_s`, and stop."""
        self._closing = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                await self.flush()
        await self._tasks.close()
        await self._repository.close()

    def watch(self, run_id: str, reader: LogReader) -> None:
        """Tell `reader` about the events of a run."""
        self._readers[run_id] = reader

    def forget(self, run_id: str) -> None:
        """Tell nobody about the events of a run any more."""
        self._readers.pop(run_id, None)

    def add(self, event: RunEvent) -> None:
        """Keep an event."""
        self._pending.events.append(event)
        self._wake.set()

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint, in one transaction with the events that were added before it."""
        self._pending.checkpoints.append(checkpoint)
        self._wake.set()

    def add_blob(self, blob: NewBlob) -> None:
        """Keep content that events refer to."""
        self._pending.blobs[blob.owner, blob.digest] = blob
        self._wake.set()

    def change(self, run_id: str, **values: Any) -> None:
        """Change columns of a run, in one transaction with the events around."""
        self._pending.changes.setdefault(run_id, {}).update(values)
        self._wake.set()

    async def flush(self) -> None:
        """Wait until everything that was added before is safe."""
        await self.hurry(self.written())

    def written(self) -> Written | None:
        """Return what is done when everything added before is safe; `None` when it is so."""
        if not self._pending:
            return self._writing
        if self._done is None:
            self._done = asyncio.get_running_loop().create_future()
        return self._done

    async def hurry(self, written: Written | None) -> None:
        """Wait until something is safe, and have it written now."""
        if written is not None and not written.done():
            self._urgent.set()
            await asyncio.shield(written)

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            await self._linger()
            batch, self._pending = self._pending, LogBatch()
            done = self._done or asyncio.get_running_loop().create_future()
            self._done = None
            self._writing = done
            self._wake.clear()
            self._urgent.clear()
            await self._write(batch)
            self._last_commit = clock.monotonic()
            self._writing = None
            done.set_result(None)

    async def _linger(self) -> None:
        """Wait a moment for more, unless someone is waiting for us."""
        rest = self._last_commit + self._interval_s - clock.monotonic()
        if rest > 0 and not self._urgent.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._urgent.wait()

    async def _write(self, batch: LogBatch) -> None:
        pause = _FIRST_PAUSE_S
        troubled = False
        while True:
            try:
                await self._repository.write(batch)
                break
            except (IntegrityError, sqlite3.IntegrityError) as error:
                await self._write_apart(batch, error)
                return
            except Exception as error:
                if not troubled:
                    logger.exception("cannot write the log of runs; trying again")
                    troubled = True
                self._on_trouble(error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE_S)
        if troubled:
            self._on_trouble(None)
        self._announce(batch.events)

    async def _write_apart(self, batch: LogBatch, error: Exception) -> None:
        """Keep the runs apart when one of them has been deleted under our hands."""
        run_ids = batch.run_ids()
        if len(run_ids) == 1:
            run_id = run_ids.pop()
            reader = self._readers.get(run_id)
            if reader is not None:
                reader.refused(error)
            return
        for run_id in run_ids:
            await self._write(batch.only(run_id))

    def _announce(self, events: list[RunEvent]) -> None:
        by_run: dict[str, list[RunEvent]] = {}
        for event in events:
            by_run.setdefault(event.run_id, []).append(event)
        for run_id, some in by_run.items():
            reader = self._readers.get(run_id)
            if reader is not None:
                reader.committed(some)
