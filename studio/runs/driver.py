"""Drives one run: one segment after the other, with a checkpoint after each turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from studio._kit.redact import Redactor
from studio._kit.run_context import Question, StopKind
from studio._kit.tasks import TaskOwner
from studio.agentchat.base import Team
from studio.domain.json_values import JsonDict, as_dict
from studio.domain.run import Run
from studio.domain.run_event import RunEventType, RunStatus, is_final

from .checkpoints import CheckpointChain
from .failures import explain
from .limits import ASKER, GO_ON, STOP, Reached, ask_schema, extended, find_reached
from .loading import Filled, load_messages, load_team
from .log_writer import Written
from .record import Past, RunRecord
from .recorder import Recorder
from .segment import Outcome, Segment, Start, acts_through_tools
from .tape import Tape

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Supplies:
    """What a driver needs from outside of its run."""

    fill: Callable[[Run], Awaitable[Filled]]
    """Puts the keys into a run's component."""
    carried: Callable[[Run], Awaitable[JsonDict | None]]
    """Returns the state that the session's last run has left."""
    tape: Callable[[Run], Awaitable[Tape | None]]
    """Returns the recording that a run plays again, if it does."""
    restore: Callable[[JsonDict, str], Awaitable[JsonDict]]
    """Puts stored content back into a message or a state of an owner."""


class Driver:
    """Belongs to one run; drives it in a task of its own as long as there is something to do."""

    def __init__(
        self, record: RunRecord, past: Past, supplies: Supplies, *, on_end: Callable[[], None]
    ) -> None:
        self._record = record
        self._supplies = supplies
        self._on_end = on_end
        self._chain = CheckpointChain(record.run.run_id, record.content)
        self._given_budget = record.run.options.budget
        self._state = past.state
        self._settled_seq = past.seq
        self._turn = past.turn
        self._tokens = record.totals.tokens
        self._segment: Segment | None = None
        self._task: asyncio.Task[None] | None = None
        self._tasks = TaskOwner()
        self._gate: asyncio.Event | None = None
        self._stop_reason: str | None = None
        self._step_until: int | None = None
        self._filled: Filled | None = None
        self._told_unpriced = False
        self._waits = True
        self._saving: Written | None = None
        record.on_time = self._end_for_budget
        record.journal.on_refused = self._abandon

    @property
    def driving(self) -> bool:
        """Whether a team is at work, held or waiting."""
        return self._task is not None and not self._task.done()

    @property
    def at_work(self) -> bool:
        """Whether there is a team that will come to the end of its turn."""
        return self._segment is not None and self._record.run.status == RunStatus.RUNNING

    def start(self, *, step: bool = False) -> None:
        """Drive the run, or let it go on from where it is held; with `step` for one turn."""
        self.go(step=step)
        if self._gate is not None:
            self._record.set_status(RunStatus.RUNNING)
            self._gate.set()
            self._gate = None
        elif not self.driving and not is_final(self._record.run.status):
            if self._record.run.status in {RunStatus.PAUSED, RunStatus.INTERRUPTED}:
                self._record.set_status(RunStatus.RUNNING)
            name = f"run {self._record.run.run_id}"
            self._task = self._tasks.start(self._drive(), name=name)

    def go(self, *, step: bool) -> None:
        """Say how far to go: one turn, or on and on."""
        self._step_until = self._turn + 1 if step else None

    def stop_after_turn(self, reason: str) -> None:
        """End the run when the current turn is over."""
        self._stop_reason = reason

    async def cut(self, outcome: Outcome) -> bool:
        """End the driving with this outcome; tells whether there was anything to end."""
        task = self._task
        if task is None or task.done():
            return False
        if self._segment is not None:
            self._segment.finish(outcome)
            await asyncio.wait({task})
            return True
        if not is_final(self._record.run.status):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return is_final(self._record.run.status)

    def close(self) -> None:
        """Tell that the run has ended without being driven."""
        self._on_end()

    # Inside the task.

    async def _drive(self) -> None:
        record = self._record
        try:
            going = True
            while going:
                record.desk.begin_segment()
                going = await self._stay_within_budget() and self._rest(await self._drive_segment())
        except Exception as error:
            logger.exception("run %s could not be driven", record.run.run_id)
            self._fail(error)
        finally:
            self._gate = None
        if is_final(record.run.status):
            await record.writer.flush()
            self._on_end()

    async def _drive_segment(self) -> Outcome:
        record = self._record
        record.journal.discard_unsettled()
        self._chain.restart()
        record.set_status(RunStatus.RUNNING)
        try:
            start = await self._make_start()
        except Exception as error:  # noqa: BLE001 - what cannot be begun becomes a reason
            return Outcome("failed", error=error)
        self._segment = Segment(
            start,
            recorder=Recorder(record.journal, record.totals, record.content),
            ask=self._ask,
            waiting=lambda: record.desk.waiting,
            load=partial(load_team, taped=start.tape is not None),
            hold=self._hold,
            end_turn=self._end_turn,
            on_idle=self._set_idle,
            on_fresh=self._note_fresh,
            on_built=self._look_at,
        )
        try:
            return await self._segment.run()
        finally:
            self._segment = None

    async def _make_start(self) -> Start:
        record, supplies = self._record, self._supplies
        if self._filled is None:
            self._filled = await supplies.fill(record.run)
            record.journal.protect(Redactor(self._filled.keys))
        owner = record.run.owner
        fresh = self._state is None
        carried = await supplies.carried(record.run) if fresh else None
        unheard = record.unheard
        dumps = [*(record.run.task if fresh else ()), *(body for _, body in unheard)]
        messages = load_messages([await supplies.restore(_plain(dump), owner) for dump in dumps])
        if unheard:
            record.heard = unheard[-1][0]
        return Start(
            component=self._filled.component,
            checkpoint=self._state and await supplies.restore(self._state, owner),
            carried=carried and await supplies.restore(carried, owner),
            messages=messages,
            environment=self._filled.environment,
            tape=await supplies.tape(record.run),
            approve_code=record.run.options.approve_code,
        )

    # Called by the segment.

    async def _ask(self, question: Question, on_wait: Callable[[], None]) -> Any:
        timeout_s = self._record.run.options.question_timeout_s
        try:
            async with asyncio.timeout(timeout_s):
                return await self._record.desk.ask(
                    question.source,
                    question.prompt,
                    question.schema,
                    request_id=question.request_id,
                    on_wait=on_wait,
                )
        except TimeoutError:
            reason = f"Nobody answered {question.source} within {timeout_s:g} seconds."
            self._finish_segment(Outcome("stopped", reason, "question_timeout"))
            return await asyncio.get_running_loop().create_future()

    def _set_idle(self, idle: bool) -> None:
        status = self._record.run.status
        if idle and status == RunStatus.RUNNING:
            self._record.set_status(RunStatus.WAITING_INPUT, "Waiting for an answer.")
        elif not idle and status == RunStatus.WAITING_INPUT:
            self._record.set_status(RunStatus.RUNNING)

    def _look_at(self, team: Team) -> None:
        # A team that acts on the world only through tools need not wait for its checkpoints before
        # models are asked: nothing that is done twice after a crash can be seen from outside.
        self._waits = not acts_through_tools(team)

    def _note_fresh(self, error: Exception) -> None:
        reason = f"The team has changed since the last run, so this one starts fresh ({error})."
        self._record.set_status(RunStatus.RUNNING, reason, "run.fresh")

    async def _hold(self, kind: StopKind, name: str) -> None:
        record = self._record
        if kind == "tool":
            await record.writer.hurry(self._saving)
        points = record.run.options.breakpoints
        if not points or not any(p.kind == kind and p.name in {"*", name} for p in points):
            return
        if record.stopped_at == (kind, name):
            record.stopped_at = None
            return
        record.journal.append(RunEventType.BREAKPOINT, {"kind": kind, "name": name})
        self._gate = self._gate or asyncio.Event()
        place = {"agent": "agent", "tool": "tool", "handoff": "the hand-over to"}[kind]
        reason = f"Held at the breakpoint before {place} {name}."
        record.set_status(RunStatus.PAUSED, reason, "breakpoint")
        await self._gate.wait()

    async def _end_turn(self, state: JsonDict, speakers: Sequence[str]) -> Outcome | None:
        record = self._record
        self._turn += 1
        record.totals.turns = self._turn
        record.desk.end_turn()
        spent, self._tokens = record.totals.tokens - self._tokens, record.totals.tokens
        body = {"turn": self._turn, "speakers": list(speakers), "tokens": spent}
        event = record.journal.append(RunEventType.TURN, body)
        await self._save(event.seq or 0, state)
        return self._next_after_turn(state)

    async def _save(self, seq: int, state: JsonDict) -> None:
        record = self._record
        state["heard"] = record.heard
        record.writer.add_checkpoint(self._chain.encode(seq, self._turn, state))
        record.change(totals=record.sums())
        record.journal.settle()
        self._state, self._settled_seq = state, seq
        before, self._saving = self._saving, record.writer.written()
        await record.writer.hurry(self._saving if self._waits else before)
        record.forget_heard()

    def _next_after_turn(self, state: JsonDict) -> Outcome | None:
        record = self._record
        self._note_unpriced()
        if self._stop_reason is not None:
            return Outcome("stopped", self._stop_reason, "stopped")
        if record.unheard:
            return Outcome("again")
        progress = as_dict(state["checkpoint"].get("progress"))
        if progress.get("stopped") is not None:
            return None  # the team is done: it only has to say so
        if self._step_until is not None and self._turn >= self._step_until:
            return Outcome("paused", "Paused after one turn.", "step")
        return Outcome("budget") if self._find_reached() else None

    # What follows a segment.

    def _rest(self, outcome: Outcome) -> bool:
        """Record how a segment has ended; tells whether there is more to do."""
        record = self._record
        match outcome.kind:
            case "again" | "budget":
                return True
            case "completed":
                return self._complete(outcome)
            case "failed":
                assert outcome.error is not None
                self._fail(outcome.error)
            case "stopped" | "cancelled":
                record.finish(RunStatus.STOPPED, outcome.reason, outcome.code or outcome.kind)
            case "paused" if outcome.code == "step" and self._step_until is None:
                return True  # told to go on at the last moment
            case "paused":
                record.set_status(RunStatus.PAUSED, outcome.reason, outcome.code)
            case "interrupted":
                record.set_status(RunStatus.INTERRUPTED, outcome.reason, outcome.code)
            case "parked" | "abandoned":
                pass
        return False

    def _complete(self, outcome: Outcome) -> bool:
        record = self._record
        if outcome.state is not None and (record.journal.unsettled or self._state is None):
            self._keep_last(outcome.state)
        if record.unheard:
            return True
        record.finish(RunStatus.COMPLETED, outcome.reason)
        return False

    def _keep_last(self, state: JsonDict) -> None:
        """Save what was said after the last turn."""
        record = self._record
        state["heard"] = record.heard
        seq = record.journal.last_seq
        record.writer.add_checkpoint(self._chain.encode(seq, self._turn, state))
        record.journal.settle()
        self._state, self._settled_seq = state, seq

    def _fail(self, error: BaseException) -> None:
        failure = explain(error)
        message = self._record.journal.redact(failure.message)
        body = {"code": failure.code, "message": message, "hint": failure.hint}
        self._record.journal.append(RunEventType.ERROR, body)
        self._record.finish(RunStatus.FAILED, message, failure.code)

    def _abandon(self) -> None:
        self._finish_segment(Outcome("abandoned"))

    def _finish_segment(self, outcome: Outcome) -> None:
        if self._segment is not None:
            self._segment.finish(outcome)

    # Budgets.

    def _end_for_budget(self) -> None:
        self._finish_segment(Outcome("budget"))

    def _find_reached(self) -> Reached | None:
        record = self._record
        return find_reached(record.run.options.budget, record.totals, record.working_s())

    def _note_unpriced(self) -> None:
        """Say once that a limit of money means little when a model's price is not known."""
        record = self._record
        limit, models = record.run.options.budget.cost, record.totals.unpriced_models
        if limit is None or self._told_unpriced or not models:
            return
        self._told_unpriced = True
        names = ", ".join(map(repr, models))
        reason = f"The price of {names} is not known, so the limit of ${limit:g} cannot be held."
        record.set_status(record.run.status, reason, "budget_unpriced")

    async def _stay_within_budget(self) -> bool:
        """Ask whether to go on if a limit has been reached; tells whether the run goes on."""
        record = self._record
        while (reached := self._find_reached()) is not None:
            budget = record.run.options.budget
            asked = any(q.prompt == reached.text for q in record.desk.open_questions)
            if not asked:
                record.journal.append(
                    RunEventType.BUDGET,
                    {"limit": reached.limit, "value": reached.value, "of": reached.of},
                )
            answer = STOP if budget.on_limit == "stop" else await self._ask_to_go_on(reached)
            if answer == STOP:
                record.finish(RunStatus.STOPPED, reached.text, "budget")
                return False
            if record.run.options.budget == budget:
                record.set_budget(extended(budget, self._given_budget, reached, answer))
        return True

    async def _ask_to_go_on(self, reached: Reached) -> Any:
        record = self._record

        def wait() -> None:
            record.set_status(RunStatus.WAITING_INPUT, reached.text, "budget")

        return await record.desk.ask(ASKER, reached.text, ask_schema(reached), on_wait=wait)

    def mind_budget(self) -> list[str]:
        """Take notice of another budget; return the questions that it answers."""
        record = self._record
        self._given_budget = record.run.options.budget
        if self._find_reached() is not None:
            return []
        asked = [q.request_id for q in record.desk.open_questions if q.source == ASKER]
        for request_id in asked:
            record.desk.answer(request_id, GO_ON, by=ASKER)
        return asked


def _plain(dump: JsonDict) -> JsonDict:
    return {key: value for key, value in dump.items() if key not in {"inserted", "edited", "path"}}
