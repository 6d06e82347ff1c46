"""One run in this process, and the verbs that steer it; each may be repeated without harm."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from studio.domain.json_values import JsonDict
from studio.domain.run import Breakpoint, Budget, Run
from studio.domain.run_event import RunStatus, is_final

from .answers import Answer
from .driver import Driver, Supplies
from .exceptions import RunGoneError
from .journal import Journal
from .log_writer import LogWriter
from .record import Past, RunRecord
from .segment import Outcome

_RESTING = frozenset({RunStatus.PAUSED, RunStatus.INTERRUPTED})
_PATIENCE_S = 5.0


class LiveRun:
    """Takes the verbs one after the other."""

    def __init__(
        self,
        run: Run,
        past: Past,
        *,
        writer: LogWriter,
        supplies: Supplies,
        chunk_s: float,
        on_end: Callable[["LiveRun"], None],
    ) -> None:
        self._record = RunRecord(run, past, writer, chunk_s=chunk_s)
        self._driver = Driver(self._record, past, supplies, on_end=lambda: on_end(self))
        self._lock = asyncio.Lock()

    @property
    def run(self) -> Run:
        """The run's document."""
        return self._record.run

    @property
    def journal(self) -> Journal:
        """The run's log."""
        return self._record.journal

    @property
    def ended(self) -> bool:
        """Whether the run goes nowhere any more."""
        return is_final(self._record.run.status)

    @property
    def has_open_question(self) -> bool:
        """Whether the run waits to be told something."""
        return bool(self._record.desk.open_questions)

    def snapshot(self) -> Run:
        """Return the run as it stands now."""
        return self._record.snapshot()

    def start(self) -> None:
        """Drive the run, if nobody does."""
        self._driver.start()

    async def pause(self) -> None:
        """Cut what is being done; the turn will be taken again."""
        async with self._lock:
            self._refuse_if_ended("paused")
            reason = "Paused by the user."
            if self.run.status in _RESTING:
                return
            if not await self._driver.cut(Outcome("paused", reason, "paused")):
                self._record.set_status(RunStatus.PAUSED, reason, "paused")
        await self._flush()

    async def resume(self, message: JsonDict | None, *, step: bool) -> None:
        """Go on after a pause; while it runs, `message` is heard before the next turn."""
        async with self._lock:
            self._refuse_if_ended("resumed")
            if message is not None:
                self._record.insert(message)
            if self.run.status in _RESTING:
                self._driver.start(step=step)
            else:
                self._driver.go(step=step)
        await self._flush()

    async def insert(self, message: JsonDict) -> None:
        """Let the team hear a message before its next turn."""
        async with self._lock:
            self._refuse_if_ended("told anything")
            self._record.insert(message)
        await self._flush()

    async def stop(self, reason: str | None) -> None:
        """End the run after the current turn."""
        reason = reason or "Stopped by the user."
        async with self._lock:
            if self.ended:
                return
            if self._driver.at_work:
                self._driver.stop_after_turn(reason)
                self._record.set_status(RunStatus.RUNNING, "Stopping after this turn.", "stopping")
            elif not await self._driver.cut(Outcome("stopped", reason)):
                self._end(reason, "stopped")
        await self._flush()

    async def cancel(self, reason: str | None) -> None:
        """End the run now."""
        reason = reason or "Cancelled by the user."
        async with self._lock:
            if self.ended:
                return
            if not await self._driver.cut(Outcome("cancelled", reason)):
                self._end(reason, "cancelled")
        await self._flush()

    def _end(self, reason: str, code: str) -> None:
        """End a run that nobody drives."""
        self._record.finish(RunStatus.STOPPED, reason, code)
        self._driver.close()

    async def interrupt(self, reason: str) -> None:
        """Leave the run to be taken up by whoever comes next."""
        async with self._lock:
            if self.ended:
                return
            if self.run.status in {RunStatus.RUNNING, RunStatus.QUEUED}:
                outcome = Outcome("interrupted", reason, "server_stopped")
                if not await self._driver.cut(outcome):
                    self._record.set_status(RunStatus.INTERRUPTED, reason, "server_stopped")
            else:
                await self._driver.cut(Outcome("parked"))
            if not self.ended:
                self._record.change(worker_id=None)

    async def answer(self, given: Answer) -> None:
        """Take an answer; it is safe before anybody acts on it."""
        async with self._lock:
            desk, request_id = self._record.desk, given.request_id
            if desk.answer(request_id, given.value, by=given.by, files=given.files):
                if given.message is not None:
                    self._record.insert(given.message)
                await self._record.writer.flush()
            desk.deliver(request_id)
            if self.run.status == RunStatus.WAITING_INPUT and not self._driver.driving:
                self._driver.start()

    async def set_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Mind these breakpoints from now on."""
        async with self._lock:
            self._refuse_if_ended("stopped at breakpoints")
            options = self.run.options.model_copy(update={"breakpoints": list(breakpoints)})
            self._record.set_options(options)
        await self._flush()

    async def set_budget(self, budget: Budget) -> None:
        """Mind this budget from now on; whoever asks about the old one is told to go on."""
        async with self._lock:
            self._refuse_if_ended("given another budget")
            if budget == self.run.options.budget:
                return
            self._record.set_budget(budget)
            answered = self._driver.mind_budget()
            await self._flush()
            for request_id in answered:
                self._record.desk.deliver(request_id)
            if answered and not self._driver.driving:
                self._driver.start()

    def mark_interrupted(self, reason: str) -> None:
        """Say that whoever drove the run is gone."""
        self._record.set_status(RunStatus.INTERRUPTED, reason, "server_gone")

    def _refuse_if_ended(self, done: str) -> None:
        if self.ended:
            status = self.run.status
            raise RunGoneError(
                f"the run has ended ({status}), so it cannot be {done}",
                hint="Fork it from any of its messages to go on from there.",
                details={"status": str(status)},
            )

    async def _flush(self) -> None:
        """Wait until it is written; not for ever, the writer goes on trying."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self._record.writer.flush()
