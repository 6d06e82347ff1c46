"""Galleries that were imported."""

from typing import Any

from sqlmodel import col, select

from studio._kit.clock import now
from studio._kit.ids import new_id
from studio.storage.documents import Gallery
from studio.storage.engine import Database
from studio.storage.exceptions import NotFoundError
from studio.storage.tables import GalleryRow


class GalleryRepository:
    """Gallery documents, kept as they came."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, document: dict[str, Any], *, owner: str, name: str, url: str | None = None
    ) -> Gallery:
        """Store a gallery."""
        moment = now()
        row = GalleryRow(
            gallery_id=new_id("gallery"),
            owner=owner,
            name=name,
            url=url,
            document=document,
            created_at=moment,
            updated_at=moment,
        )
        async with self._database.write() as session:
            session.add(row)
        return Gallery(**row.model_dump())

    async def list(self, *, owner: str) -> list[Gallery]:
        """Return all galleries, oldest first."""
        statement = (
            select(GalleryRow)
            .where(GalleryRow.owner == owner, col(GalleryRow.deleted_at).is_(None))
            .order_by(col(GalleryRow.created_at), col(GalleryRow.gallery_id))
        )
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return [Gallery(**row.model_dump()) for row in rows]

    async def get(self, gallery_id: str, *, owner: str) -> Gallery:
        """Return a gallery.

        Raises:
            NotFoundError: There is none, it is deleted, or it is someone else's.
        """
        async with self._database.read() as session:
            row = await session.get(GalleryRow, gallery_id)
        if row is None or row.owner != owner or row.deleted_at is not None:
            raise NotFoundError("gallery", gallery_id)
        return Gallery(**row.model_dump())

    async def change(self, gallery_id: str, *, owner: str, **values: Any) -> Gallery:
        """Set fields of a gallery, deleted or not."""
        async with self._database.write() as session:
            row = await session.get(GalleryRow, gallery_id, with_for_update=True)
            if row is None or row.owner != owner:
                raise NotFoundError("gallery", gallery_id)
            row.sqlmodel_update({**values, "updated_at": now()})
            session.add(row)
        return Gallery(**row.model_dump())
