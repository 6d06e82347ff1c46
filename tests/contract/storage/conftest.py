"""Every backend that has to pass the suite."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from studio.storage.engine import MEMORY, Database


@pytest.fixture(params=["file", "memory"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Database]:
    url = MEMORY if request.param == "memory" else f"sqlite:///{tmp_path / 'deep' / 'studio.db'}"
    async with Database(url) as opened:
        yield opened
