"""The logs of runs: events and checkpoints, written together, read in pages."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Table, func, insert, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from studio.domain.run_event import RunEvent
from studio.storage.engine import Database
from studio.storage.log_batch import LogBatch, NewBlob
from studio.storage.tables import BlobRow, CheckpointRow, RunEventRow, RunRow

from .sqlite_log import SqliteLog


class EventRepository:
    """Append-only: nothing here is ever changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        path = database.file
        self._quick = None if path is None else SqliteLog(path)

    async def write(self, batch: LogBatch) -> None:
        """Write new runs, events, checkpoints and changes of runs in one transaction."""
        if self._quick is not None:
            async with self._database.turn():
                await self._quick.write(batch)
            return
        async with self._database.write(alone=False) as session:
            await _write_batch(session, batch)

    async def close(self) -> None:
        """Close what was opened for writing."""
        if self._quick is not None:
            await self._quick.close()

    async def page(self, run_id: str, *, after: int = 0, limit: int = 500) -> list[RunEvent]:
        """Return the events that follow `after`, in order."""
        row = _columns(RunEventRow)
        statement = (
            select(row.c.seq, row.c.ts, row.c.type, row.c.body)
            .where(row.c.run_id == run_id, row.c.seq > after)
            .order_by(row.c.seq)
            .limit(limit)
        )
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return [RunEvent(run_id, kind, seq=seq, ts=ts, text=body) for seq, ts, kind, body in rows]

    async def of_types(
        self, run_id: str, types: Sequence[str], *, after: int = 0
    ) -> list[RunEvent]:
        """Return all events of some types, in order."""
        row = _columns(RunEventRow)
        statement = (
            select(row.c.seq, row.c.ts, row.c.type, row.c.body)
            .where(row.c.run_id == run_id, row.c.seq > after, row.c.type.in_(types))
            .order_by(row.c.seq)
        )
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return [RunEvent(run_id, kind, seq=seq, ts=ts, text=body) for seq, ts, kind, body in rows]

    async def containing(self, run_id: str, type: str, text: str) -> list[RunEvent]:
        """Return the events of a type whose body holds a text, in order."""
        row = _columns(RunEventRow)
        statement = (
            select(row.c.seq, row.c.ts, row.c.type, row.c.body)
            .where(row.c.run_id == run_id, row.c.type == type)
            .where(row.c.body.contains(text, autoescape=True))
            .order_by(row.c.seq)
        )
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return [RunEvent(run_id, kind, seq=seq, ts=ts, text=body) for seq, ts, kind, body in rows]

    async def last_seq(self, run_id: str) -> int:
        """Return the number of the last event, 0 when there is none."""
        statement = select(func.max(col(RunEventRow.seq))).where(RunEventRow.run_id == run_id)
        async with self._database.read() as session:
            return (await session.exec(statement)).one() or 0


async def _write_batch(session: AsyncSession, batch: LogBatch) -> None:
    connection = await session.connection()
    if batch.runs:
        await connection.execute(insert(_columns(RunRow)), [new.columns() for new in batch.runs])
    if batch.events:
        values = [
            {"run_id": e.run_id, "seq": e.seq, "ts": e.ts, "type": e.type, "body": e.text}
            for e in batch.events
        ]
        await connection.execute(insert(_columns(RunEventRow)), values)
    if batch.checkpoints:
        points = [
            {
                "run_id": p.run_id,
                "seq": p.seq,
                "turn": p.turn,
                "state": p.state,
                "created_at": p.created_at,
            }
            for p in batch.checkpoints
        ]
        await connection.execute(insert(_columns(CheckpointRow)), points)
    if batch.blobs:
        await _write_blobs(session, list(batch.blobs.values()))
    runs = _columns(RunRow)
    for run_id, changes in batch.changes.items():
        await connection.execute(update(runs).where(runs.c.run_id == run_id).values(**changes))


async def _write_blobs(session: AsyncSession, blobs: list[NewBlob]) -> None:
    for blob in blobs:
        if await session.get(BlobRow, (blob.owner, blob.digest)) is None:
            session.add(BlobRow(**asdict(blob), size=len(blob.data)))
    await session.flush()


def _columns(row: type[Any]) -> Table:
    return row.__table__
