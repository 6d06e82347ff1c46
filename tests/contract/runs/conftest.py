"""The engines that the suite holds to the contract."""

from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest

from studio.runs.engine import RunEngine
from studio.runs.manager import RunManager
from studio.runs.tuning import Tuning
from studio.storage.engine import Database
from tests.support.run_lab import Lab
from tests.support.run_models import GATES, NOTES, Gate


def _inline(database: Database, keys: dict[str, str]) -> RunEngine:
    async def lookup(owner: str, name: str) -> str | None:
        return keys.get(name)

    return RunManager(database, lookup, tuning=Tuning(heartbeat_s=0.2, stale_s=1.0, listen_s=0.02))


ENGINES = {"inline": _inline}


@pytest.fixture(params=list(ENGINES))
async def lab(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Lab]:
    """A suite that is marked with `ON_BOTH_DATABASES` is held to on PostgreSQL, too."""
    GATES.clear()
    NOTES.clear()
    engine, _, where = request.param.partition("-on-")
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    if where == "postgres":
        url = request.getfixturevalue("postgres").new_database()
    async with Database(url) as database:
        lab = Lab(ENGINES[engine], database)
        await lab.open()
        yield lab
        await lab.engine.close()


@pytest.fixture
def gate() -> Callable[[str], Gate]:
    def make(name: str) -> Gate:
        GATES[name] = Gate()
        return GATES[name]

    return make
