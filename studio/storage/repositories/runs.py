"""Runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, or_, update
from sqlalchemy.orm import load_only
from sqlmodel import col, select

from studio._kit.clock import now
from studio.domain.run import Run, RunOptions
from studio.domain.run_event import FINAL_STATUSES, RunStatus
from studio.storage.documents import Page
from studio.storage.engine import Database
from studio.storage.exceptions import NotFoundError
from studio.storage.tables import RunEventRow, RunRow

from .paging import after, bounded, from_cursor, to_cursor

_STANDING: tuple[Any, ...] = (
    RunRow.run_id,
    RunRow.status,
    RunRow.options,
    RunRow.worker_id,
    RunRow.heartbeat_at,
)
_FINAL = [str(status) for status in FINAL_STATUSES]


@dataclass(frozen=True)
class Unfinished:
    """A run that has not ended, and who drives it."""

    run_id: str
    status: RunStatus
    resume_on_start: bool
    worker_id: str | None
    seen_at: datetime | None
    """When its driver has last been heard of."""


class RunRepository:
    """How runs stand, the newest first; new ones are written together with their first events."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, run_id: str, *, owner: str | None = None) -> Run:
        """Return a run; without an owner, whoever it belongs to.

        Raises:
            NotFoundError: There is none, or it is someone else's.
        """
        last = select(func.max(col(RunEventRow.seq))).where(RunEventRow.run_id == run_id)
        async with self._database.read() as session:
            row = await session.get(RunRow, run_id)
            last_seq = (await session.exec(last)).one() or 0
        if row is None or (owner is not None and row.owner != owner):
            raise NotFoundError("run", run_id)
        return _to_run(row, last_seq=last_seq)

    async def delete(self, run_id: str, *, owner: str) -> None:
        """Forget a run and its log; forgetting twice is harmless."""
        statement = delete(RunRow).where(col(RunRow.run_id) == run_id, col(RunRow.owner) == owner)
        async with self._database.write() as session:
            await session.exec(statement)

    async def last_of_session(self, session_id: str, *, owner: str, before: datetime) -> Run | None:
        """Return the newest run before a moment that was completed or stopped."""
        statement = (
            select(RunRow)
            .where(
                RunRow.session_id == session_id,
                RunRow.owner == owner,
                col(RunRow.created_at) < before,
                col(RunRow.status).in_([str(RunStatus.COMPLETED), str(RunStatus.STOPPED)]),
            )
            .order_by(col(RunRow.created_at).desc())
            .limit(1)
        )
        async with self._database.read() as session:
            row = (await session.exec(statement)).first()
        return None if row is None else _to_run(row)

    async def owner_of(self, run_id: str) -> str | None:
        """Return whose run it is, `None` when there is no such run."""
        statement = select(RunRow.owner).where(RunRow.run_id == run_id)
        async with self._database.read() as session:
            return (await session.exec(statement)).first()

    async def has_ended(self, run_id: str) -> bool:
        """Tell whether a run has ended, or is not there at all."""
        statement = select(RunRow.status).where(RunRow.run_id == run_id)
        async with self._database.read() as session:
            status = (await session.exec(statement)).first()
        return status is None or status in _FINAL

    async def unfinished(self, run_id: str | None = None) -> list[Unfinished]:
        """Return every run that has not ended, or the one with this id if it has not."""
        statement = (
            select(RunRow).options(load_only(*_STANDING)).where(col(RunRow.status).not_in(_FINAL))
        )
        if run_id is not None:
            statement = statement.where(RunRow.run_id == run_id)
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
            return [
                Unfinished(
                    row.run_id,
                    RunStatus(row.status),
                    row.options.get("resume_on_start", True),
                    row.worker_id,
                    row.heartbeat_at,
                )
                for row in rows
            ]

    async def claim(self, run_id: str, *, worker_id: str, before: str | None) -> bool:
        """Take over a run from the worker `before`; tells whether we were the first to do so."""
        statement = (
            update(RunRow)
            .where(
                col(RunRow.run_id) == run_id,
                col(RunRow.status).not_in(_FINAL),
                or_(col(RunRow.worker_id) == before, col(RunRow.worker_id).is_(None))
                if before is not None
                else col(RunRow.worker_id).is_(None),
            )
            .values(worker_id=worker_id, heartbeat_at=now())
        )
        async with self._database.write() as session:
            result: Any = await session.exec(statement)
        return result.rowcount == 1

    async def beat(self, worker_id: str) -> None:
        """Say that this worker still drives its runs."""
        # Never waits for rows that the log is being written about: the log might wait for ours.
        mine = (
            select(RunRow.run_id)
            .where(RunRow.worker_id == worker_id, col(RunRow.status).not_in(_FINAL))
            .with_for_update(skip_locked=True)
        )
        statement = update(RunRow).where(col(RunRow.run_id).in_(mine)).values(heartbeat_at=now())
        async with self._database.write(alone=False) as session:
            await session.exec(statement)

    async def list(
        self,
        *,
        owner: str,
        limit: int = 50,
        cursor: str | None = None,
        session_id: str | None = None,
        team_id: str | None = None,
        parent_run_id: str | None = None,
        statuses: Sequence[str] = (),
    ) -> Page[Run]:
        """Return runs, the newest first."""
        limit = bounded(limit)
        key = (col(RunRow.created_at), col(RunRow.run_id))
        statement = select(RunRow).where(RunRow.owner == owner)
        if session_id is not None:
            statement = statement.where(RunRow.session_id == session_id)
        if team_id is not None:
            statement = statement.where(RunRow.team_id == team_id)
        if parent_run_id is not None:
            statement = statement.where(RunRow.parent_run_id == parent_run_id)
        if statuses:
            statement = statement.where(col(RunRow.status).in_(list(statuses)))
        if cursor:
            statement = statement.where(after(key, from_cursor(cursor, datetime, str)))
        statement = statement.order_by(*(column.desc() for column in key)).limit(limit + 1)
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        items = [_to_run(row) for row in rows[:limit]]
        if len(rows) <= limit:
            return Page(items=items)
        return Page(items=items, next_cursor=to_cursor(items[-1].created_at, items[-1].run_id))


def _to_run(row: RunRow, *, last_seq: int = 0) -> Run:
    values = row.model_dump(
        exclude={"task", "options", "worker_id", "heartbeat_at", "state", "status"}
    )
    return Run(
        **values,
        status=RunStatus(row.status),
        task=row.task.get("messages", []),
        options=RunOptions.model_validate(row.options),
        last_seq=last_seq,
    )
