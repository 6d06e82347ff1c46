"""Every backend that has to pass the suite."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from studio.storage.engine import MEMORY, Database


@pytest.fixture(params=["file", "memory", pytest.param("postgres", marks=pytest.mark.postgres)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Database]:
    match request.param:
        case "memory":
            url = MEMORY
        case "file":
            url = f"sqlite:///{tmp_path / 'deep' / 'studio.db'}"
        case _:
            url = request.getfixturevalue("postgres").new_database()
    async with Database(url) as opened:
        yield opened
