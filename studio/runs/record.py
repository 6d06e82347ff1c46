"""What is written about one run: its document, its log, its questions and its sums."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from studio._kit import clock
from studio.domain.json_values import JsonDict
from studio.domain.run import Budget, Run, RunOptions
from studio.domain.run_event import RunEvent, RunEventType, RunStatus, is_final

from .content import ContentKeeper
from .journal import Journal
from .log_writer import LogWriter
from .questions import QuestionDesk
from .totals import Totals


@dataclass
class Past:
    """What the log says about a run that is taken up."""

    seq: int = 0
    """The last event of the latest checkpoint, or of the task."""
    turn: int = 0
    state: JsonDict | None = None
    since: list[RunEvent] = field(default_factory=list[RunEvent])
    """What came after `seq`, and all messages that people have put in."""


class RunRecord:
    """The one place in this process that changes what is stored about its run."""

    def __init__(self, run: Run, past: Past, writer: LogWriter, *, chunk_s: float) -> None:
        self.run = run
        self.writer = writer
        self.journal = Journal(run.run_id, writer, last_seq=run.last_seq, chunk_s=chunk_s)
        self.content = ContentKeeper(run.owner, writer.add_blob)
        self.desk = QuestionDesk(run.run_id, self.journal.append)
        self.totals = Totals(run.totals)
        self.heard = past.state["heard"] if past.state else 0
        """The last put-in message that the team knows."""
        self.stopped_at: tuple[str, str] | None = None
        """The breakpoint the run stood at when it was taken up."""
        self.on_time: Callable[[], None] | None = None
        self._inserted: list[tuple[int, JsonDict]] = []
        self._working_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._take(past)

    def _take(self, past: Past) -> None:
        recent = [event for event in past.since if (event.seq or 0) > past.seq]
        for event in past.since:
            if event.type == RunEventType.MESSAGE and event.body.get("inserted"):
                self._inserted.append((event.seq or 0, event.body))
        for event in recent:
            self.journal.reread(event)
            if event.type == RunEventType.BREAKPOINT and self.run.code == "breakpoint":
                self.stopped_at = (event.body["kind"], event.body["name"])
        self.desk.restore(recent)

    # How it stands.

    def snapshot(self) -> Run:
        """Return the run as it stands now."""
        over = is_final(self.run.status)
        return self.run.model_copy(
            update={
                "last_seq": self.journal.safe_seq,
                "totals": self.sums(),
                "questions": [] if over else self.desk.open_questions,
            }
        )

    def sums(self) -> JsonDict:
        """Return what the run has used so far."""
        return {**self.totals.to_dict(), "working_s": round(self.working_s(), 3)}

    def working_s(self) -> float:
        """Return how long the run has worked."""
        since = self._working_since
        return self.totals.working_s + (0.0 if since is None else clock.monotonic() - since)

    def set_status(
        self, status: RunStatus, reason: str | None = None, code: str | None = None
    ) -> None:
        """Record where the run stands now, and why."""
        run = self.run
        if (status, reason, code) == (run.status, run.reason, run.code):
            return
        self._count_time(working=status == RunStatus.RUNNING)
        reason = None if reason is None else self.journal.redact(reason)
        moment = clock.now()
        times = {"ended_at": moment} if is_final(status) else {}
        if status == RunStatus.RUNNING and run.started_at is None:
            times["started_at"] = moment
        self.run = run.model_copy(
            update={"status": status, "reason": reason, "code": code, **times}
        )
        body: JsonDict = {"status": str(status), "reason": reason}
        if code is not None:
            body["code"] = code
        self.journal.append(RunEventType.STATUS, body)
        self.change(status=str(status), reason=reason, code=code, totals=self.sums(), **times)

    def set_options(self, options: RunOptions) -> None:
        """Change how the run is driven."""
        self.run = self.run.model_copy(update={"options": options})
        self.change(options=options.model_dump(mode="json"))

    def set_budget(self, budget: Budget) -> None:
        """Change what the run may use, and say so in the log."""
        self.journal.append(RunEventType.BUDGET_SET, budget.model_dump(mode="json"))
        self.set_options(self.run.options.model_copy(update={"budget": budget}))
        self._count_time(working=self.run.status == RunStatus.RUNNING)

    def change(self, **values: object) -> None:
        """Change columns of the run, in one transaction with the events around."""
        self.writer.change(self.run.run_id, **values)

    def _count_time(self, *, working: bool) -> None:
        self.totals.working_s = self.working_s()
        self._working_since = clock.monotonic() if working else None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        limit = self.run.options.budget.seconds
        if working and limit is not None:
            rest = max(0.0, limit - self.totals.working_s)
            self._timer = asyncio.get_running_loop().call_later(rest, self._time_is_up)

    def _time_is_up(self) -> None:
        if self.on_time is not None:
            self.on_time()

    def finish(self, status: RunStatus, reason: str | None, code: str | None = None) -> None:
        """Record the end."""
        self.desk.end_turn()
        reason = None if reason is None else self.journal.redact(reason)
        body = {"stop_reason": reason, "totals": self.sums()}
        self.journal.append(RunEventType.RESULT, body)
        self.set_status(status, reason, code)
        self.change(worker_id=None)

    # What people put in.

    def insert(self, message: JsonDict) -> None:
        """Record a message for the team to hear before its next turn."""
        body: JsonDict = {**self.content.extract(message), "inserted": True}
        event = self.journal.append(RunEventType.MESSAGE, body)
        self._inserted.append((event.seq or 0, body))
        self.totals.messages += 1

    @property
    def unheard(self) -> list[tuple[int, JsonDict]]:
        """The messages that the team does not know yet."""
        return [(seq, body) for seq, body in self._inserted if seq > self.heard]

    def forget_heard(self) -> None:
        """Keep only what is still to be heard."""
        self._inserted = self.unheard
