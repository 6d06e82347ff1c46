"""Reads back from the log where a run stands."""

from typing import Any

from studio.domain.json_values import JsonDict
from studio.domain.run import OpenQuestion, Run
from studio.domain.run_event import RunEventType
from studio.storage.engine import Database
from studio.storage.repositories.blobs import BlobRepository
from studio.storage.repositories.checkpoints import CheckpointRepository
from studio.storage.repositories.events import EventRepository
from studio.storage.repositories.runs import RunRepository

from .checkpoints import load_checkpoint
from .content import TEXT, restore
from .questions import open_in_log
from .record import Past

_ALL = 1_000_000


class History:
    """The stored side of runs."""

    def __init__(self, database: Database) -> None:
        self.runs = RunRepository(database)
        self.events = EventRepository(database)
        self.checkpoints = CheckpointRepository(database)
        self.blobs = BlobRepository(database)

    async def past_of(self, run: Run) -> Past:
        """Return the latest checkpoint of a run and what followed it."""
        saved = await load_checkpoint(self.checkpoints, run.run_id)
        if saved is None:
            seq = first_seq_after_task(run) - 1
            return Past(seq=seq, since=await self.events.page(run.run_id, after=seq, limit=_ALL))
        heard = saved.state["heard"]
        earlier = await self.events.of_types(run.run_id, [RunEventType.MESSAGE], after=heard)
        inserted = [
            event
            for event in earlier
            if (event.seq or 0) <= saved.seq and event.body.get("inserted")
        ]
        since = await self.events.page(run.run_id, after=saved.seq, limit=_ALL)
        return Past(saved.seq, saved.turn, saved.state, [*inserted, *since])

    async def carried_into(self, run: Run) -> JsonDict | None:
        """Return the state that the last run of the session has left, if it is wanted."""
        if run.session_id is None or run.options.fresh:
            return None
        first = run
        while first.parent_run_id is not None:
            first = await self.runs.get(first.parent_run_id)
        last = await self.runs.last_of_session(
            run.session_id, owner=run.owner, before=first.created_at
        )
        if last is None:
            return None
        saved = await load_checkpoint(self.checkpoints, last.run_id)
        return None if saved is None else saved.state

    async def was_answered(self, run_id: str, request_id: str, value: Any) -> bool:
        """Tell whether a question of an earlier turn has been answered with this value."""
        answers = await self.events.of_types(run_id, [RunEventType.ANSWER])
        return any(
            event.body.get("request_id") == request_id
            and "withdrawn" not in event.body
            and event.body.get("value") == value
            for event in answers
        )

    async def was_inserted(self, run_id: str, message_id: str) -> bool:
        """Tell whether a message of this id has been put into a run."""
        return any(
            event.body.get("inserted") and event.body.get("id") == message_id
            for event in await self.events.containing(run_id, RunEventType.MESSAGE, message_id)
        )

    async def open_questions(self, run_id: str) -> list[OpenQuestion]:
        """Return what a run of another process waits to be told, as its log has it."""
        types = [RunEventType.QUESTION, RunEventType.ANSWER]
        return open_in_log(run_id, await self.events.of_types(run_id, types))

    async def restore(self, message: JsonDict, owner: str) -> JsonDict:
        """Put stored content back into a message or a state."""
        return await restore(self.blobs, message, owner)

    async def restore_texts(self, state: JsonDict, owner: str) -> JsonDict:
        """Put long texts back into a state; images stay as events have them."""
        return await restore(self.blobs, state, owner, media_type=TEXT)


def first_seq_after_task(run: Run) -> int:
    """Return the number of the event that follows the run's first status and its task."""
    return 2 + len(run.task)
