"""The inline engine: runs as tasks of this process, kept in its database."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from studio._kit.tasks import TaskOwner
from studio.domain.json_values import JsonDict
from studio.domain.run import Attachment, Breakpoint, Budget, Run, RunRequest
from studio.domain.run_event import RunEvent, is_final
from studio.storage.engine import Database
from studio.storage.exceptions import DatabaseError, NotFoundError
from studio.storage.repositories.commands import CommandRepository

from . import workers
from .answers import AnswerReader
from .attachments import AttachmentReader
from .driver import Supplies
from .exceptions import RunBusyError
from .feed import Position, follow
from .forks import Forks
from .history import History
from .loading import Filled, fill
from .log_writer import LogWriter
from .playback import play
from .record import Past
from .registry import LiveRuns
from .steering import Steering
from .submission import Submission, to_message
from .tape import load_tape
from .tuning import Tuning

logger = logging.getLogger(__name__)

SecretLookup = Callable[[str, str], Awaitable[str | None]]
"""Gives the value of a secret: called with the owner and the name."""

Stored = tuple[Run, list[RunEvent]]
"""A new run and what is in its log."""


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
        supplies = Supplies(
            fill=self._fill,
            carried=self._history.carried_into,
            tape=lambda run: load_tape(self._history, run),
            restore=self._history.restore,
        )
        self._runs = LiveRuns(
            self._history, self._writer, supplies, worker=self._worker, tuning=self._tuning
        )
        self._steering = Steering(
            self._runs, self._history, CommandRepository(database), self._tuning
        )
        self._answers = AnswerReader(AttachmentReader(self._history.blobs))
        self._submission = Submission(self._history, self._worker.worker_id)
        self._forks = Forks(database, self._history, self._worker.worker_id)
        self._tasks = TaskOwner()
        self._trouble: str | None = None

    # Life.

    async def open(self) -> None:
        """Start working; runs that were interrupted go on by themselves."""
        workers.enter(self._worker)
        self._writer.open()
        await self._runs.take_over()
        self._tasks.start(self._keep_watch(), name="run heartbeat")
        self._tasks.start(self._steering.listen(), name="run commands")

    async def close(self) -> None:
        """Stop working in good order: what still runs is left `interrupted`, to be resumed."""
        await self._tasks.close()
        await self._steering.close()
        reason = "The server was stopped; the run goes on when it is back."
        await asyncio.gather(*(live.interrupt(reason) for live in self._runs))
        await self._writer.close()
        self._runs.clear()
        workers.leave(self._worker)

    async def _keep_watch(self) -> None:
        while True:
            await asyncio.sleep(self._tuning.heartbeat_s)
            try:
                if self._runs:
                    await self._history.runs.beat(self._worker.worker_id)
                await self._runs.take_over()
            except Exception:
                logger.exception("the heartbeat of the runs failed")

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
        for live in self._runs:
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
        return self._runs.begin(run, Past(seq=run.last_seq), events)

    async def pause(self, run_id: str, *, owner: str = "local") -> Run:
        """Pause at once; an answer that is being written is cut and kept as a draft."""
        return await self._steer(run_id, owner, "pause")

    async def resume(
        self,
        run_id: str,
        *,
        message: str | JsonDict | None = None,
        step: bool = False,
        owner: str = "local",
    ) -> Run:
        """Go on after a pause, a breakpoint or an interruption."""
        told = None if message is None else to_message(message)
        return await self._steer(run_id, owner, "resume", message=told, step=step)

    async def insert(self, run_id: str, message: str | JsonDict, *, owner: str = "local") -> Run:
        """Break in: the team hears `message` before its next turn."""
        return await self._steer(run_id, owner, "insert", message=to_message(message))

    async def stop(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run in good order after the current turn."""
        return await self._steer(run_id, owner, "stop", reason=reason)

    async def cancel(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run now."""
        return await self._steer(run_id, owner, "cancel", reason=reason)

    async def answer(
        self,
        run_id: str,
        request_id: str,
        value: Any,
        *,
        attachments: Sequence[Attachment] = (),
        by: str = "",
        owner: str = "local",
    ) -> Run:
        """Answer a question; the same answer again is no error."""
        run = await self._history.runs.get(run_id, owner=owner)
        answer = await self._answers.read(run, request_id, value, attachments, by=by)
        return await self._steer(run_id, owner, "answer", **answer.model_dump())

    async def set_breakpoints(
        self, run_id: str, breakpoints: Sequence[Breakpoint], *, owner: str = "local"
    ) -> Run:
        """Replace the breakpoints; the run minds them from now on."""
        points = [point.model_dump() for point in breakpoints]
        return await self._steer(run_id, owner, "breakpoints", breakpoints=points)

    async def set_budget(self, run_id: str, budget: Budget, *, owner: str = "local") -> Run:
        """Replace the budget; a run that waits because of the old one goes on if it may."""
        return await self._steer(run_id, owner, "budget", budget=budget.model_dump())

    async def _steer(self, run_id: str, owner: str, verb: str, **arguments: Any) -> Run:
        run = await self._steering.steer(run_id, owner, verb, **arguments)
        return run or await self.get(run_id, owner=owner)

    async def fork(
        self,
        run_id: str,
        seq: int,
        *,
        message: str | JsonDict | None = None,
        owner: str = "local",
    ) -> Run:
        """Start a new run that shares everything up to `seq` with this one."""
        if run_id in self._runs:
            await self._writer.flush()
        parent = await self._history.runs.get(run_id, owner=owner)
        run, events = await _stored(self._forks.fork(parent, seq, message=message))
        return self._runs.begin(run, await self._history.past_of(run), events)

    # Watching.

    async def get(self, run_id: str, *, owner: str = "local") -> Run:
        """Return how a run stands."""
        live = self._runs.get(run_id)
        if live is None:
            run = await self._history.runs.get(run_id, owner=owner)
            if is_final(run.status):
                return run
            try:
                live = await self._runs.find(run_id, owner)
            except RunBusyError:
                questions = await self._history.open_questions(run_id)
                return run.model_copy(update={"questions": questions})
        if live.run.owner != owner:
            raise NotFoundError("run", run_id)
        snapshot = live.snapshot()
        if self._trouble is not None:
            snapshot.reason, snapshot.code = self._trouble, "storage.database"
        return snapshot

    async def events(
        self,
        run_id: str,
        *,
        after: int = 0,
        limit: int = 500,
        last: int | None = None,
        owner: str = "local",
    ) -> list[RunEvent]:
        """Return a page of the log: the events that follow `after`, or only the `last` of all."""
        await self._check_owner(run_id, owner)
        if last is not None:
            after = max(after, await self._history.events.last_seq(run_id) - last)
        return await self._history.events.page(run_id, after=after, limit=limit)

    async def _check_owner(self, run_id: str, owner: str) -> None:
        live = self._runs.get(run_id)
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
        live = self._runs.get(run_id)
        if live is None:
            run = await self._history.runs.get(run_id, owner=owner)
            if is_final(run.status):
                return Position(run_id, after, None)
            with suppress(RunBusyError):
                live = await self._runs.find(run_id, owner)
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
