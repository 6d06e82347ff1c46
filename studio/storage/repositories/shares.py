"""Links by which others may read."""

import secrets

from sqlmodel import select

from studio._kit.clock import now
from studio.storage.documents import Share
from studio.storage.engine import Database
from studio.storage.exceptions import NotFoundError
from studio.storage.tables import ShareRow


class ShareRepository:
    """At most one link for each session and run; one that is taken back is gone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, *, owner: str, session_id: str | None = None, run_id: str | None = None
    ) -> Share:
        """Return the link to a session or run, made now if there is none."""
        statement = select(ShareRow).where(
            ShareRow.owner == owner, ShareRow.session_id == session_id, ShareRow.run_id == run_id
        )
        async with self._database.write() as session:
            row = (await session.exec(statement)).first()
            if row is None:
                row = ShareRow(
                    token=secrets.token_urlsafe(24),
                    owner=owner,
                    session_id=session_id,
                    run_id=run_id,
                    created_at=now(),
                )
                session.add(row)
        return Share(**row.model_dump())

    async def list(self, *, owner: str) -> list[Share]:
        """Return all links, the last made first."""
        statement = select(ShareRow).where(ShareRow.owner == owner)
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        found = [Share(**row.model_dump()) for row in rows]
        return sorted(found, key=lambda share: share.created_at, reverse=True)

    async def get(self, token: str) -> Share:
        """Return a link, whoever has made it.

        Raises:
            NotFoundError: There is none, or it was taken back.
        """
        async with self._database.read() as session:
            row = await session.get(ShareRow, token)
        if row is None:
            raise NotFoundError("shared page", "of this address")
        return Share(**row.model_dump())

    async def remove(self, token: str, *, owner: str) -> None:
        """Take a link back; one that is gone already is fine."""
        async with self._database.write() as session:
            row = await session.get(ShareRow, token)
            if row is not None and row.owner == owner:
                await session.delete(row)
