"""The inline engine: runs as tasks of this process, kept in its database."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from studio._kit.tasks import TaskOwner
from studio.domain.json_values import JsonDict
from studio.domain.run import Breakpoint, Run, RunRequest
from studio.domain.run_event import RunEvent, RunStatus, is_final
from studio.storage.engine import Database
from studio.storage.exceptions import DatabaseError, NotFoundError
from studio.storage.repositories.runs import Unfinished

from . import workers
from .driver import Supplies
from .exceptions import QuestionGoneError, RunBusyError
from .feed import Position, follow
from .forks import Forks
from .history import History
from .live_run import LiveRun
from .loading import Filled, fill
from .log_writer import LogWriter
from .playback import play
from .record import Past
from .submission import Submission, to_message
from .tape import load_tape

logger = logging.getLogger(__name__)

SecretLookup = Callable[[str, str], Awaitable[str | None]]
"""Gives the value of a secret: called with the owner and the name."""

Stored = tuple[Run, list[RunEvent]]
"""A new run and what is in its log."""

_AT_ONCE = 20


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
    adopts: bool = True
    """Whether runs whose driver is gone are taken over."""


class RunManager:
    """Implements `RunEngine` within one process.

    Args:
        database: Keeps runs, events and checkpoints; opened and closed by the caller.
        lookup: Finds the value of a key that a component refers to.
        tuning: Times.
    """

    def __init__(
        self,
        database: Database,
        lookup: SecretLookup | None = None,
        *,
        tuning: Tuning | None = None,
    ) -> None:
        self._lookup = lookup
        self._tuning = tuning or Tuning()
        self._worker = workers.Worker()
        self._history = History(database)
        self._writer = LogWriter(
            self._history.events, interval_s=self._tuning.flush_s, on_trouble=self._on_trouble
        )
        self._supplies = Supplies(
            fill=self._fill,
            carried=self._history.carried_into,
            tape=lambda run: load_tape(self._history, run),
            restore=self._history.restore,
        )
        self._submission = Submission(self._history, self._worker.worker_id)
        self._forks = Forks(database, self._history, self._worker.worker_id)
        self._live: dict[str, LiveRun] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks = TaskOwner()
        self._trouble: str | None = None

    # Life.

    async def open(self) -> None:
        """Start working; runs that were interrupted go on by themselves."""
        workers.enter(self._worker)
        self._writer.open()
        await self._take_over()
        self._tasks.start(self._keep_watch(), name="run heartbeat")

    async def close(self) -> None:
        """Stop working in good order: what still runs is left `interrupted`, to be resumed."""
        await self._tasks.close()
        reason = "The server was stopped; the run goes on when it is back."
        await asyncio.gather(*(live.interrupt(reason) for live in list(self._live.values())))
        await self._writer.close()
        self._live.clear()
        workers.leave(self._worker)

    async def _keep_watch(self) -> None:
        while True:
            await asyncio.sleep(self._tuning.heartbeat_s)
            try:
                if self._live:
                    await self._history.runs.beat(self._worker.worker_id)
                await self._take_over()
            except Exception:
                logger.exception("the heartbeat of the runs failed")

    async def _take_over(self) -> None:
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

    # Runs in this process.

    async def _find_live(self, run_id: str, owner: str) -> LiveRun:
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
                    f"the run {run_id!r} is driven by another process",
                    hint="Steer it where it was started.",
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

    async def _fill(self, run: Run) -> Filled:
        async def lookup(name: str) -> str | None:
            return None if self._lookup is None else await self._lookup(run.owner, name)

        options = run.options
        taped = options.replay_of is not None or options.cassette is not None
        return await fill(run.component, options.environment, lookup, taped=taped)

    def _on_trouble(self, error: Exception | None) -> None:
        """Tell everybody that nothing can be written, or that it is over."""
        was, self._trouble = self._trouble, None if error is None else _trouble_of(error)
        if was == self._trouble:
            return
        for live in self._live.values():
            run = live.run
            reason = self._trouble or run.reason
            body: JsonDict = {"status": str(run.status), "reason": reason}
            if self._trouble is not None:
                body["code"] = "storage.database"
            live.journal.show_notice(body)

    # Steering.

    async def submit(self, request: RunRequest, *, owner: str = "local") -> Run:
        """Accept a run; it starts at once and belongs to the engine from now on."""
        run, events = await _stored(self._submission.accept(request, owner=owner))
        return self._begin(run, Past(seq=run.last_seq), events)

    def _begin(self, run: Run, past: Past, events: list[RunEvent]) -> Run:
        live = self._bring_to_life(run, past)
        live.journal.remember(events)
        live.start()
        return live.snapshot()

    async def pause(self, run_id: str, *, owner: str = "local") -> Run:
        """Pause at once; an answer that is being written is cut and kept as a draft."""
        live = await self._find_live(run_id, owner)
        await live.pause()
        return live.snapshot()

    async def resume(
        self,
        run_id: str,
        *,
        message: str | JsonDict | None = None,
        step: bool = False,
        owner: str = "local",
    ) -> Run:
        """Go on after a pause, a breakpoint or an interruption."""
        live = await self._find_live(run_id, owner)
        await live.resume(None if message is None else to_message(message), step=step)
        return live.snapshot()

    async def insert(self, run_id: str, message: str | JsonDict, *, owner: str = "local") -> Run:
        """Break in: the team hears `message` before its next turn."""
        live = await self._find_live(run_id, owner)
        await live.insert(to_message(message))
        return live.snapshot()

    async def stop(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run in good order after the current turn."""
        live = await self._find_live(run_id, owner)
        await live.stop(reason)
        return live.snapshot()

    async def cancel(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run now."""
        live = await self._find_live(run_id, owner)
        await live.cancel(reason)
        return live.snapshot()

    async def answer(
        self, run_id: str, request_id: str, value: Any, *, by: str = "", owner: str = "local"
    ) -> Run:
        """Answer a question; the same answer again is no error."""
        live = await self._find_live(run_id, owner)
        try:
            await live.answer(request_id, value, by=by)
        except QuestionGoneError:
            if not await self._history.was_answered(run_id, request_id, value):
                raise
        return live.snapshot()

    async def set_breakpoints(
        self, run_id: str, breakpoints: Sequence[Breakpoint], *, owner: str = "local"
    ) -> Run:
        """Replace the breakpoints; the run minds them from now on."""
        live = await self._find_live(run_id, owner)
        await live.set_breakpoints(breakpoints)
        return live.snapshot()

    async def fork(
        self,
        run_id: str,
        seq: int,
        *,
        message: str | JsonDict | None = None,
        owner: str = "local",
    ) -> Run:
        """Start a new run that shares everything up to `seq` with this one."""
        if run_id in self._live:
            await self._writer.flush()
        parent = await self._history.runs.get(run_id, owner=owner)
        run, events = await _stored(self._forks.fork(parent, seq, message=message))
        return self._begin(run, await self._history.past_of(run), events)

    # Watching.

    async def get(self, run_id: str, *, owner: str = "local") -> Run:
        """Return how a run stands."""
        live = self._live.get(run_id)
        if live is None:
            run = await self._history.runs.get(run_id, owner=owner)
            if is_final(run.status):
                return run
            try:
                live = await self._find_live(run_id, owner)
            except RunBusyError:
                return run
        if live.run.owner != owner:
            raise NotFoundError("run", run_id)
        snapshot = live.snapshot()
        if self._trouble is not None:
            snapshot.reason, snapshot.code = self._trouble, "storage.database"
        return snapshot

    async def events(
        self, run_id: str, *, after: int = 0, limit: int = 500, owner: str = "local"
    ) -> list[RunEvent]:
        """Return a page of the log: the events that follow `after`."""
        await self._check_owner(run_id, owner)
        return await self._history.events.page(run_id, after=after, limit=limit)

    async def _check_owner(self, run_id: str, owner: str) -> None:
        live = self._live.get(run_id)
        known = await self._history.runs.owner_of(run_id) if live is None else live.run.owner
        if known != owner:
            raise NotFoundError("run", run_id)

    async def subscribe(
        self, run_id: str, *, after: int = 0, speed: float | None = None, owner: str = "local"
    ) -> AsyncGenerator[list[RunEvent]]:
        """Follow a run: first what has happened since `after`, then what happens, to its end."""
        stream = self.follow({run_id: after}, owner=owner)
        async for batch in stream if speed is None else play(stream, speed):
            yield batch

    async def follow(
        self, positions: Mapping[str, int], *, owner: str = "local"
    ) -> AsyncGenerator[list[RunEvent]]:
        """Follow several runs at once: `positions` gives the last known `seq` of each."""
        places = [await self._position(run_id, after, owner) for run_id, after in positions.items()]
        async for batch in follow(places, self._history.events):
            yield batch

    async def _position(self, run_id: str, after: int, owner: str) -> Position:
        live = self._live.get(run_id)
        if live is None:
            run = await self._history.runs.get(run_id, owner=owner)
            if is_final(run.status):
                return Position(run_id, after, None)
            with suppress(RunBusyError):
                live = await self._find_live(run_id, owner)
        if live is not None and live.run.owner != owner:
            raise NotFoundError("run", run_id)
        if live is not None:
            return Position(run_id, after, live.journal)
        return Position(run_id, after, None, partial(self._history.runs.has_ended, run_id))


def _trouble_of(error: Exception) -> str:
    own = str(getattr(error, "orig", None) or error)
    return f"Nothing can be written to the database ({own}); the run waits until it can."


async def _stored(work: Awaitable[Stored]) -> Stored:
    """Say in our words that the database could not take a new run."""
    try:
        return await work
    except (SQLAlchemyError, sqlite3.Error) as error:
        own = getattr(error, "orig", None) or error
        raise DatabaseError(
            f"the run cannot be stored: {own}",
            hint="Check that the disk has room and that nobody else keeps the database locked.",
        ) from error
