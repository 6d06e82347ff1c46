"""The runs that this process drives or has at hand, and how it comes by them."""

import asyncio
import logging
from collections.abc import Iterator

from studio.domain.run import Run
from studio.domain.run_event import RunEvent, RunStatus, is_final
from studio.storage.exceptions import NotFoundError
from studio.storage.repositories.runs import Unfinished

from . import workers
from .driver import Supplies
from .exceptions import RunBusyError
from .history import History
from .live_run import LiveRun
from .log_writer import LogWriter
from .record import Past
from .tuning import Tuning

logger = logging.getLogger(__name__)

_AT_ONCE = 20


class LiveRuns:
    """Runs by their ids; each belongs to one process at a time."""

    def __init__(
        self,
        history: History,
        writer: LogWriter,
        supplies: Supplies,
        *,
        worker: workers.Worker,
        tuning: Tuning,
    ) -> None:
        self._history = history
        self._writer = writer
        self._supplies = supplies
        self._worker = worker
        self._tuning = tuning
        self._live: dict[str, LiveRun] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    def __iter__(self) -> Iterator[LiveRun]:
        return iter(list(self._live.values()))

    def __contains__(self, run_id: str) -> bool:
        return run_id in self._live

    def __bool__(self) -> bool:
        return bool(self._live)

    def get(self, run_id: str) -> LiveRun | None:
        """Return a run that is at hand."""
        return self._live.get(run_id)

    def clear(self) -> None:
        """Let go of all runs."""
        self._live.clear()

    async def take_over(self) -> None:
        """Adopt runs whose driver is gone."""
        if not self._tuning.adopts:
            return
        gone = [
            found
            for found in await self._history.runs.unfinished()
            if found.run_id not in self._live
            and found.status != RunStatus.PAUSED
            and (found.status != RunStatus.INTERRUPTED or found.resume_on_start)
            and self._is_gone(found)
        ]
        gate = asyncio.Semaphore(_AT_ONCE)

        async def adopt(found: Unfinished) -> None:
            async with gate:
                try:
                    await self._adopt(found)
                except Exception:
                    logger.exception("run %s cannot be taken up", found.run_id)

        await asyncio.gather(*(adopt(found) for found in gone))

    def _is_gone(self, found: Unfinished) -> bool:
        return workers.is_gone(found.worker_id, found.seen_at, stale_s=self._tuning.stale_s)

    async def _adopt(self, found: Unfinished) -> None:
        if not await self._take(found):
            return
        live = await self._load(found.run_id)
        if live.run.status == RunStatus.WAITING_INPUT and live.has_open_question:
            return
        if live.run.status in {RunStatus.RUNNING, RunStatus.WAITING_INPUT}:
            live.mark_interrupted("The server was gone; the turn it was at is taken again.")
        if found.resume_on_start:
            live.start()

    async def _take(self, found: Unfinished) -> bool:
        return await self._history.runs.claim(
            found.run_id, worker_id=self._worker.worker_id, before=found.worker_id
        )

    async def find(self, run_id: str, owner: str) -> LiveRun:
        """Return the run as one that can be steered from here.

        Raises:
            NotFoundError: There is none, or it is someone else's.
            RunBusyError: Another process drives it.
        """
        live = self._live.get(run_id)
        if live is None:
            run = await self._history.runs.get(run_id, owner=owner)
            if not is_final(run.status):
                await self._claim(run_id)
            live = await self._load(run_id)
        if live.run.owner != owner:
            raise NotFoundError("run", run_id)
        return live

    async def _claim(self, run_id: str) -> None:
        for found in await self._history.runs.unfinished(run_id):
            ours = found.worker_id == self._worker.worker_id
            if not ours and not (self._is_gone(found) and await self._take(found)):
                raise RunBusyError(
                    f"the run {run_id!r} is driven by another process, which does not answer",
                    hint="Try again in a moment, or end that process; the run is then taken over.",
                )

    async def _load(self, run_id: str) -> LiveRun:
        lock = self._loading.setdefault(run_id, asyncio.Lock())
        try:
            async with lock:
                live = self._live.get(run_id)
                if live is None:
                    run = await self._history.runs.get(run_id)
                    live = self._bring_to_life(run, await self._history.past_of(run))
                return live
        finally:
            if not lock.locked():
                self._loading.pop(run_id, None)

    def begin(self, run: Run, past: Past, events: list[RunEvent]) -> Run:
        """Drive a new run, and return how it stands."""
        live = self._bring_to_life(run, past)
        live.journal.remember(events)
        live.start()
        return live.snapshot()

    def _bring_to_life(self, run: Run, past: Past) -> LiveRun:
        live = LiveRun(
            run,
            past,
            writer=self._writer,
            supplies=self._supplies,
            chunk_s=self._tuning.chunk_s,
            on_end=self._let_go,
        )
        if live.ended:
            self._writer.forget(run.run_id)
        else:
            self._live[run.run_id] = live
        return live

    def _let_go(self, live: LiveRun) -> None:
        live.journal.end()
        self._writer.forget(live.run.run_id)
        self._live.pop(live.run.run_id, None)
