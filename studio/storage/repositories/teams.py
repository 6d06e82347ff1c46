"""Teams and their versions."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from studio._kit.clock import now
from studio._kit.ids import new_id
from studio.domain.team_spec import TeamDocument
from studio.storage.documents import Page, Team, TeamInfo, TeamVersion, VersionInfo
from studio.storage.engine import Database
from studio.storage.exceptions import ConflictError, NotFoundError
from studio.storage.tables import TeamRow, TeamVersionRow

from .paging import after, bounded, from_cursor, to_cursor


class TeamRepository:
    """Teams as their owners have saved them; versions are written once and never changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        document: TeamDocument,
        *,
        owner: str,
        name: str,
        description: str = "",
        summary: Mapping[str, Any] | None = None,
    ) -> Team:
        """Store a new team as version 1."""
        moment = now()
        row = TeamRow(
            team_id=new_id("team"),
            owner=owner,
            name=name,
            description=description,
            version=1,
            summary=dict(summary or {}),
            created_at=moment,
            updated_at=moment,
        )
        document = document.model_copy(update={"revision": 1})
        async with self._database.write() as session:
            session.add(row)
            await session.flush()
            session.add(_version_row(row, document, author=owner, name="", moment=moment))
        return Team(**row.model_dump(), document=document)

    async def list(
        self, *, owner: str, limit: int = 50, cursor: str | None = None, query: str = ""
    ) -> Page[TeamInfo]:
        """Return teams, the last changed first, optionally only those whose name has `query`."""
        limit = bounded(limit)
        key = (col(TeamRow.updated_at), col(TeamRow.team_id))
        statement = (
            select(TeamRow)
            .where(TeamRow.owner == owner, col(TeamRow.deleted_at).is_(None))
            .order_by(*(column.desc() for column in key))
            .limit(limit + 1)
        )
        if query:
            statement = statement.where(col(TeamRow.name).icontains(query, autoescape=True))
        if cursor:
            statement = statement.where(after(key, from_cursor(cursor, datetime, str)))
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        items = [TeamInfo(**row.model_dump()) for row in rows[:limit]]
        more = len(rows) > limit
        return Page(
            items=items,
            next_cursor=to_cursor(items[-1].updated_at, items[-1].team_id) if more else None,
        )

    async def get(self, team_id: str, *, owner: str) -> Team:
        """Return a team with its newest document.

        Raises:
            NotFoundError: There is none, it is deleted, or it is someone else's.
        """
        async with self._database.read() as session:
            row = await _find(session, team_id, owner)
            version = await _find_version(session, row, row.version)
        return Team(**row.model_dump(), document=_document(version))

    async def save(
        self,
        team_id: str,
        document: TeamDocument,
        *,
        owner: str,
        base_version: int,
        name: str = "",
        description: str | None = None,
        summary: Mapping[str, Any] | None = None,
    ) -> TeamVersion:
        """Store the next version.

        Raises:
            ConflictError: `base_version` is not the newest; `theirs` is the newest version.
            NotFoundError: There is no such team.
        """
        moment = now()
        async with self._database.write() as session:
            row = await _find(session, team_id, owner, lock=True)
            if row.version != base_version:
                theirs = _version(await _find_version(session, row, row.version))
                raise ConflictError(
                    f"version {row.version} was saved in the meantime, yours starts from"
                    f" version {base_version}",
                    hint="Compare both; then save over it or take theirs.",
                    theirs=theirs,
                )
            row.version += 1
            row.updated_at = moment
            if summary is not None:
                row.summary = dict(summary)
            if description is not None:
                row.description = description
            document = document.model_copy(update={"revision": row.version})
            session.add(row)
            version = _version_row(row, document, author=owner, name=name, moment=moment)
            session.add(version)
        return TeamVersion(**version.model_dump(exclude={"document"}), document=document)

    async def change(self, team_id: str, *, owner: str, **values: Any) -> TeamInfo:
        """Set fields of the team itself: `name`, `published_version`, `deleted_at`."""
        async with self._database.write() as session:
            row = await _find(session, team_id, owner, lock=True, deleted=True)
            if values.get("published_version") is not None:
                await _find_version(session, row, values["published_version"])
            row.sqlmodel_update(values)
            if "name" in values:
                row.updated_at = now()
            session.add(row)
        return TeamInfo(**row.model_dump())

    async def versions(
        self, team_id: str, *, owner: str, limit: int = 50, cursor: str | None = None
    ) -> Page[VersionInfo]:
        """Return the saves of a team, newest first, without their documents."""
        limit = bounded(limit)
        columns = (
            TeamVersionRow.version,
            TeamVersionRow.author,
            TeamVersionRow.name,
            TeamVersionRow.created_at,
        )
        statement = (
            select(*columns)
            .where(TeamVersionRow.team_id == team_id)
            .order_by(col(TeamVersionRow.version).desc())
            .limit(limit + 1)
        )
        if cursor:
            (last,) = from_cursor(cursor, int)
            statement = statement.where(TeamVersionRow.version < last)
        async with self._database.read() as session:
            await _find(session, team_id, owner)
            rows = (await session.exec(statement)).all()
        items = [
            VersionInfo(team_id=team_id, version=n, author=author, name=name, created_at=moment)
            for n, author, name, moment in rows[:limit]
        ]
        more = len(rows) > limit
        return Page(items=items, next_cursor=to_cursor(items[-1].version) if more else None)

    async def name_version(
        self, team_id: str, version: int, name: str, *, owner: str
    ) -> VersionInfo:
        """Call one save something else; its document stays as it was written.

        Raises:
            NotFoundError: There is no such team or version.
        """
        async with self._database.write() as session:
            row = await _find_version(session, await _find(session, team_id, owner), version)
            row.name = name
            session.add(row)
        return VersionInfo(**row.model_dump(exclude={"document"}))

    async def version(self, team_id: str, version: int, *, owner: str) -> TeamVersion:
        """Return one save.

        Raises:
            NotFoundError: There is no such team or version.
        """
        async with self._database.read() as session:
            row = await _find(session, team_id, owner)
            return _version(await _find_version(session, row, version))


async def _find(
    session: AsyncSession, team_id: str, owner: str, *, lock: bool = False, deleted: bool = False
) -> TeamRow:
    row = await session.get(TeamRow, team_id, with_for_update=lock)
    if row is None or row.owner != owner or (row.deleted_at is not None and not deleted):
        raise NotFoundError("team", team_id)
    return row


async def _find_version(session: AsyncSession, team: TeamRow, version: int) -> TeamVersionRow:
    row = await session.get(TeamVersionRow, (team.team_id, version))
    if row is None:
        raise NotFoundError("version", version)
    return row


def _version_row(
    team: TeamRow, document: TeamDocument, *, author: str, name: str, moment: datetime
) -> TeamVersionRow:
    return TeamVersionRow(
        team_id=team.team_id,
        version=team.version,
        owner=team.owner,
        author=author,
        name=name,
        document=document.model_dump_json(),
        created_at=moment,
    )


def _document(row: TeamVersionRow) -> TeamDocument:
    return TeamDocument.model_validate_json(row.document)


def _version(row: TeamVersionRow) -> TeamVersion:
    return TeamVersion(**row.model_dump(exclude={"document"}), document=_document(row))
