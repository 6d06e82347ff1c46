"""Settings."""

import json
from typing import Any

from sqlmodel import select

from studio._kit.clock import now
from studio._kit.jsonio import dump_json
from studio.storage.engine import Database
from studio.storage.tables import SettingRow


class SettingRepository:
    """JSON values by key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, *, owner: str) -> dict[str, Any]:
        """Return every setting that was made."""
        statement = select(SettingRow).where(SettingRow.owner == owner)
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return {row.key: json.loads(row.value) for row in rows}

    async def get(self, key: str, *, owner: str) -> Any:
        """Return a setting, `None` if it was never made."""
        async with self._database.read() as session:
            row = await session.get(SettingRow, (owner, key))
        return None if row is None else json.loads(row.value)

    async def set(self, key: str, value: Any, *, owner: str) -> None:
        """Make a setting."""
        row = SettingRow(owner=owner, key=key, value=dump_json(value), updated_at=now())
        async with self._database.write() as session:
            await session.merge(row)

    async def delete(self, key: str, *, owner: str) -> None:
        """Forget a setting; forgetting an unknown one is fine."""
        async with self._database.write() as session:
            row = await session.get(SettingRow, (owner, key))
            if row is not None:
                await session.delete(row)
