"""Branches runs: a new run shares the beginning of another one."""

from typing import Any, cast

from studio._kit import clock
from studio._kit.errors import UsageError
from studio._kit.jsonio import dump_json
from studio.domain.json_values import JsonDict, as_dict
from studio.domain.run import Run
from studio.domain.run_event import RunEvent, RunEventType, RunStatus, dump_body
from studio.storage.engine import Database
from studio.storage.log_batch import Checkpoint, LogBatch, NewRun
from studio.storage.repositories.events import EventRepository

from .checkpoints import Saved, load_checkpoint, read_checkpoint
from .history import History, first_seq_after_task
from .submission import first_events, new_run, to_message


class Forks:
    """Makes new runs from old ones."""

    def __init__(self, database: Database, history: History, worker_id: str) -> None:
        self._history = history
        self._events = EventRepository(database)
        self._worker_id = worker_id

    async def fork(
        self, parent: Run, seq: int, *, message: str | JsonDict | None
    ) -> tuple[Run, list[RunEvent]]:
        """Store a run that begins like `parent` up to `seq`; return it with its events.

        Without a message it goes on from the last completed turn at or before `seq`. With one, the
        message with this `seq` says something else, and the run goes on from there.

        Raises:
            UsageError: There is no such event, or it is nothing that can be said differently.
        """
        if seq > parent.last_seq:
            raise UsageError(
                f"the run has no event {seq}",
                hint=f"Its last one is {parent.last_seq}; fork from there, or from one before.",
            )
        if message is None:
            saved = await load_checkpoint(self._history.checkpoints, parent.run_id, at=seq)
            return await self._store(parent, saved, seq)
        event = await self._message_at(parent, seq)
        if seq < first_seq_after_task(parent):
            return await self._with_other_task(parent, seq, message)
        edited = edit(event.body, message)
        if event.body.get("inserted"):
            saved = await load_checkpoint(self._history.checkpoints, parent.run_id, at=seq - 1)
            return await self._store(parent, saved, seq, put_in=edited)
        return await self._with_other_message(parent, event, edited)

    async def _message_at(self, parent: Run, seq: int) -> RunEvent:
        page = await self._events.page(parent.run_id, after=seq - 1, limit=1)
        if page and page[0].seq == seq and page[0].type == RunEventType.MESSAGE:
            return page[0]
        raise UsageError(
            f"event {seq} of the run is no message",
            hint="Give the `seq` of a `message` event to have it say something else.",
        )

    async def _with_other_task(
        self, parent: Run, seq: int, message: str | JsonDict
    ) -> tuple[Run, list[RunEvent]]:
        index = seq - 2
        task = [*parent.task]
        task[index] = edit(task[index], message)
        return await self._store(parent, None, seq, task=task)

    async def _with_other_message(
        self, parent: Run, event: RunEvent, edited: JsonDict
    ) -> tuple[Run, list[RunEvent]]:
        newest = await self._history.checkpoints.following(parent.run_id, seq=event.seq or 0)
        saved = None if newest is None else await read_checkpoint(self._history.checkpoints, newest)
        state, count = None, 0
        if saved is not None:
            whole = await self._history.restore_texts(saved.state, parent.owner)
            state, count = replace_message(whole, event, edited)
        if saved is None or state is None or count == 0:
            raise UsageError(
                f"the team does not remember message {event.seq} as something it was told",
                hint="Choose a message that an agent said to the team in a completed turn.",
            )
        changed = Saved(saved.seq, saved.turn, state)
        return await self._store(parent, changed, event.seq or 0, edited={event.seq or 0: edited})

    async def _store(
        self,
        parent: Run,
        saved: Saved | None,
        seq: int,
        *,
        task: list[JsonDict] | None = None,
        edited: dict[int, JsonDict] | None = None,
        put_in: JsonDict | None = None,
    ) -> tuple[Run, list[RunEvent]]:
        run = self._new(parent, task or parent.task, seq)
        if saved is None:
            events = first_events(run)
        else:
            events = await self._copied(parent, run, saved.seq, edited or {})
            run.totals = {"turns": saved.turn}
        last = len(events)
        reason = f"Forked from event {seq} of another run."
        body: JsonDict = {"status": "queued", "reason": reason, "parent_run_id": parent.run_id}
        more = [(RunEventType.STATUS, body)]
        if put_in is not None:
            more.append((RunEventType.MESSAGE, put_in))
        events += [
            RunEvent(run.run_id, str(kind), value, seq=number)
            for number, (kind, value) in enumerate(more, last + 1)
        ]
        points: list[Checkpoint] = []
        if saved is not None:
            state = dump_json({"state": saved.state}).encode()
            points = [Checkpoint(run.run_id, saved.seq, saved.turn, state, clock.now())]
        run.last_seq = len(events)
        new = NewRun(run, self._worker_id)
        await self._history.events.write(LogBatch(events, points, runs=[new]))
        return run, events

    def _new(self, parent: Run, task: list[JsonDict], seq: int) -> Run:
        run = new_run(parent.component, task, owner=parent.owner, status=RunStatus.QUEUED)
        options = parent.options.model_copy(update={"breakpoints": []})
        return run.model_copy(
            update={
                "options": options,
                "team_id": parent.team_id,
                "team_version": parent.team_version,
                "session_id": parent.session_id,
                "parent_run_id": parent.run_id,
                "fork_seq": seq,
            }
        )

    async def _copied(
        self, parent: Run, run: Run, last: int, edited: dict[int, JsonDict]
    ) -> list[RunEvent]:
        events = await self._events.page(parent.run_id, limit=last)
        return [
            RunEvent(
                run.run_id,
                event.type,
                seq=event.seq,
                ts=event.ts,
                text=dump_body(edited[event.seq or 0]) if event.seq in edited else event.text,
            )
            for event in events
        ]


def edit(body: JsonDict, message: str | JsonDict) -> JsonDict:
    """Return a message that says something else and stays the same otherwise."""
    if isinstance(message, str):
        if not isinstance(body.get("content"), str):
            raise UsageError(
                "this message is not plain text",
                hint="Give the whole message as `dump()` writes it.",
            )
        return {**body, "content": message, "edited": True}
    whole = to_message({"source": body.get("source", "user"), **message})
    return {**whole, "id": body.get("id", whole["id"]), "edited": True}


def replace_message(state: JsonDict, event: RunEvent, edited: JsonDict) -> tuple[JsonDict, int]:
    """Return a team's state in which a message says something else, and in how many places.

    A thread holds the message itself, known by its id. What models have been shown holds its text
    only, known by who said it.
    """
    old = event.body
    clean = {k: v for k, v in edited.items() if k not in {"edited", "path", "inserted"}}
    count = 0

    def walk(value: Any) -> Any:
        nonlocal count
        if isinstance(value, dict):
            fields = cast("JsonDict", value)
            if old.get("id") is not None and fields.get("id") == old["id"]:
                count += 1
                return {**fields, **clean}
            if _is_shown(fields, old):
                return {**fields, "content": clean.get("content")}
            return {key: walk(item) for key, item in fields.items()}
        if isinstance(value, list):
            return [walk(item) for item in cast("list[Any]", value)]
        return value

    return as_dict(walk(state)), count


def _is_shown(fields: JsonDict, old: JsonDict) -> bool:
    return (
        fields.get("type") in {"UserMessage", "AssistantMessage"}
        and fields.get("source") == old.get("source")
        and fields.get("content") == old.get("content")
    )
