"""Follows runs for one subscriber: the backlog, then what happens, without gap or repeat."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress

from studio.domain.run_event import RunEvent, RunEventType
from studio.storage.repositories.events import EventRepository

from .journal import Journal

_PAGE = 500
_LOOK_AGAIN_S = 0.2
"""How often the log is read of a run that another process drives."""


class Position:
    """How far a subscriber has come in one run.

    Args:
        run_id: The run.
        after: The last event that is known.
        journal: Where the run is driven in this process.
        has_ended: Where another process drives it: tells whether it has ended.
    """

    def __init__(
        self,
        run_id: str,
        after: int,
        journal: Journal | None,
        has_ended: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        self.run_id = run_id
        self.journal = journal
        self.has_ended = has_ended
        self.finished = False
        self._after = after
        self._offsets: dict[str, int] = {}
        self._notice: RunEvent | None = None

    async def next_batch(self, events: EventRepository) -> list[RunEvent]:
        """Return what is new; nothing when the subscriber has everything there is."""
        journal = self.journal
        if journal is None:
            return await self._read(events)
        if self._after < journal.safe_seq:
            batch = journal.tail_after(self._after)
            if batch is None:
                return await self._read(events)
            self._after = journal.safe_seq
            return batch
        self.finished = journal.closed
        return self._take_notice(journal) + self._take_chunks(journal)

    async def _read(self, events: EventRepository) -> list[RunEvent]:
        # Asked before the log is read: the end and its event come into the database together.
        over = self.has_ended is None or await self.has_ended()
        batch = await events.page(self.run_id, after=self._after, limit=_PAGE)
        if batch:
            self._after = batch[-1].seq or self._after
        else:
            self.finished = over
        return batch

    def _take_notice(self, journal: Journal) -> list[RunEvent]:
        notice = journal.notice
        if notice is None or notice is self._notice:
            return []
        self._notice = notice
        return [notice]

    def _take_chunks(self, journal: Journal) -> list[RunEvent]:
        chunks: list[RunEvent] = []
        if self._offsets.keys() - journal.open_texts.keys():
            self._offsets = {k: v for k, v in self._offsets.items() if k in journal.open_texts}
        for key, text in journal.open_texts.items():
            offset = self._offsets.get(key, 0)
            if text.after_seq > journal.safe_seq:
                continue
            if text.size > offset and (rest := journal.settled(text.rest(offset))):
                self._offsets[key] = offset + len(rest)
                body = {
                    "message_id": text.message_id,
                    "source": text.source,
                    "path": text.path,
                    "offset": offset,
                    "text": journal.redact(rest),
                }
                chunks.append(RunEvent(self.run_id, RunEventType.CHUNK, body))
        return chunks


async def follow(
    positions: Sequence[Position], events: EventRepository
) -> AsyncGenerator[list[RunEvent]]:
    """Yield events of several runs in batches, until all of the runs have ended."""
    wake = asyncio.Event()
    for position in positions:
        if position.journal is not None:
            position.journal.watch(wake)
    try:
        active = list(positions)
        while active:
            wake.clear()
            idle = True
            for position in active:
                batch = await position.next_batch(events)
                if batch:
                    idle = False
                    yield batch
            active = [position for position in active if not position.finished]
            if idle and active:
                elsewhere = any(position.has_ended is not None for position in active)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_AGAIN_S if elsewhere else None):
                        await wake.wait()
    finally:
        for position in positions:
            if position.journal is not None:
                position.journal.unwatch(wake)
