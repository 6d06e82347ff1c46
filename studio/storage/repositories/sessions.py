"""Sessions."""

from datetime import datetime
from typing import Any

from sqlmodel import col, select

from studio._kit.clock import now
from studio._kit.ids import new_id
from studio.storage.documents import Page, Session
from studio.storage.engine import Database
from studio.storage.exceptions import NotFoundError
from studio.storage.tables import SessionRow

from .paging import after, bounded, from_cursor, to_cursor


class SessionRepository:
    """Conversations, pinned ones first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        *,
        owner: str,
        name: str,
        team_id: str | None = None,
        team_version: int | None = None,
        component: dict[str, Any] | None = None,
    ) -> Session:
        """Store a new session."""
        moment = now()
        row = SessionRow(
            session_id=new_id("session"),
            owner=owner,
            name=name,
            team_id=team_id,
            team_version=team_version,
            component=component,
            created_at=moment,
            updated_at=moment,
        )
        async with self._database.write() as session:
            session.add(row)
        return Session(**row.model_dump())

    async def list(
        self,
        *,
        owner: str,
        limit: int = 50,
        cursor: str | None = None,
        query: str = "",
        team_id: str | None = None,
    ) -> Page[Session]:
        """Return sessions: pinned ones, then the last used first."""
        limit = bounded(limit)
        key = (col(SessionRow.pinned), col(SessionRow.updated_at), col(SessionRow.session_id))
        statement = (
            select(SessionRow)
            .where(SessionRow.owner == owner, col(SessionRow.deleted_at).is_(None))
            .order_by(*(column.desc() for column in key))
            .limit(limit + 1)
        )
        if query:
            statement = statement.where(col(SessionRow.name).icontains(query, autoescape=True))
        if team_id is not None:
            statement = statement.where(SessionRow.team_id == team_id)
        if cursor:
            statement = statement.where(after(key, from_cursor(cursor, bool, datetime, str)))
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        items = [Session(**row.model_dump()) for row in rows[:limit]]
        if len(rows) <= limit:
            return Page(items=items)
        end = items[-1]
        return Page(items=items, next_cursor=to_cursor(end.pinned, end.updated_at, end.session_id))

    async def get(self, session_id: str, *, owner: str) -> Session:
        """Return a session.

        Raises:
            NotFoundError: There is none, it is deleted, or it is someone else's.
        """
        async with self._database.read() as session:
            row = await session.get(SessionRow, session_id)
        if row is None or row.owner != owner or row.deleted_at is not None:
            raise NotFoundError("session", session_id)
        return Session(**row.model_dump())

    async def change(self, session_id: str, *, owner: str, **values: Any) -> Session:
        """Set fields of a session, deleted or not; `updated_at` only if it is among them."""
        async with self._database.write() as session:
            row = await session.get(SessionRow, session_id, with_for_update=True)
            if row is None or row.owner != owner:
                raise NotFoundError("session", session_id)
            row.sqlmodel_update(values)
            session.add(row)
        return Session(**row.model_dump())
