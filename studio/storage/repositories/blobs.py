"""Attachments and images, each kept once per owner."""

import hashlib
from dataclasses import dataclass

from studio._kit.clock import now
from studio.storage.engine import Database
from studio.storage.exceptions import NotFoundError
from studio.storage.tables import BlobRow


@dataclass(frozen=True)
class Blob:
    """The bytes of a file and what they are."""

    digest: str
    media_type: str
    name: str
    size: int
    data: bytes


def digest_of(data: bytes) -> str:
    """Return the name that content is stored by."""
    return hashlib.sha256(data).hexdigest()


class BlobRepository:
    """Files by the hash of their content."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, data: bytes, *, owner: str, media_type: str, name: str = "") -> str:
        """Store content unless it is there already; returns its digest."""
        digest = digest_of(data)
        async with self._database.write() as session:
            if await session.get(BlobRow, (owner, digest)) is None:
                session.add(
                    BlobRow(
                        owner=owner,
                        digest=digest,
                        media_type=media_type,
                        name=name,
                        size=len(data),
                        data=data,
                        created_at=now(),
                    )
                )
        return digest

    async def get(self, digest: str, *, owner: str) -> Blob:
        """Return stored content.

        Raises:
            NotFoundError: There is none, or it is someone else's.
        """
        async with self._database.read() as session:
            row = await session.get(BlobRow, (owner, digest))
        if row is None:
            raise NotFoundError("file", digest)
        return Blob(row.digest, row.media_type, row.name, row.size, row.data)
