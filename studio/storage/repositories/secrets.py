"""Secrets, as the encrypted bytes they are kept as."""

from sqlmodel import col, select

from studio._kit.clock import now
from studio.storage.documents import SecretInfo
from studio.storage.engine import Database
from studio.storage.tables import SecretRow


class SecretRepository:
    """Encrypted values by name; this part of the program cannot read them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(self, *, owner: str) -> list[SecretInfo]:
        """Return which secrets there are, by name."""
        statement = (
            select(SecretRow.name, SecretRow.updated_at)
            .where(SecretRow.owner == owner)
            .order_by(col(SecretRow.name))
        )
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return [SecretInfo(name=name, updated_at=moment) for name, moment in rows]

    async def all(self, *, owner: str) -> dict[str, bytes]:
        """Return every encrypted value by its name."""
        statement = select(SecretRow).where(SecretRow.owner == owner)
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return {row.name: row.value for row in rows}

    async def set(self, name: str, value: bytes, *, owner: str) -> None:
        """Store an encrypted value."""
        row = SecretRow(owner=owner, name=name, value=value, updated_at=now())
        async with self._database.write() as session:
            await session.merge(row)

    async def delete(self, name: str, *, owner: str) -> None:
        """Forget a secret; forgetting an unknown one is fine."""
        async with self._database.write() as session:
            row = await session.get(SecretRow, (owner, name))
            if row is not None:
                await session.delete(row)
