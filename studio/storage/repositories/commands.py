"""Commands that one process leaves for another one that drives a run."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import col, select

from studio._kit.clock import now
from studio.storage.engine import Database
from studio.storage.tables import RunCommandRow
from studio.storage.tables.base import JsonDict

_KEPT = timedelta(hours=1)


@dataclass(frozen=True)
class Command:
    """Something a run is to do."""

    number: int
    run_id: str
    verb: str
    arguments: JsonDict


class CommandRepository:
    """A letter box: commands in, outcomes out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, run_id: str, verb: str, arguments: JsonDict) -> int:
        """Leave a command; return its number."""
        row = RunCommandRow(run_id=run_id, verb=verb, arguments=arguments, created_at=now())
        async with self._database.write() as session:
            session.add(row)
            await session.flush()
            assert row.number is not None
            return row.number

    async def pending(self) -> list[Command]:
        """Return what has not been done yet, in order."""
        statement = (
            select(RunCommandRow)
            .where(col(RunCommandRow.done_at).is_(None))
            .order_by(col(RunCommandRow.number))
        )
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return [Command(row.number or 0, row.run_id, row.verb, row.arguments) for row in rows]

    async def finish(self, number: int, error: JsonDict | None) -> None:
        """Say that a command has been carried out, or why it could not be."""
        statement = (
            update(RunCommandRow)
            .where(col(RunCommandRow.number) == number)
            .values(done_at=now(), error=error)
        )
        old = delete(RunCommandRow).where(col(RunCommandRow.done_at) < now() - _KEPT)
        async with self._database.write() as session:
            await session.exec(statement)
            await session.exec(old)

    async def outcome(self, number: int) -> tuple[bool, JsonDict | None]:
        """Return whether a command is done (or gone with its run), and what went wrong."""
        async with self._database.read() as session:
            row = await session.get(RunCommandRow, number)
        return (True, None) if row is None else (row.done_at is not None, row.error)

    async def withdraw(self, number: int) -> bool:
        """Take a command back; tells whether it had not been done yet."""
        statement = delete(RunCommandRow).where(
            col(RunCommandRow.number) == number, col(RunCommandRow.done_at).is_(None)
        )
        async with self._database.write() as session:
            result: Any = await session.exec(statement)
        return result.rowcount == 1
