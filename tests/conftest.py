"""What every test shares."""

from collections.abc import Iterator

import pytest

from tests.support.postgres import PostgresServer, find_programs


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with PostgresServer(programs) as server:
        yield server
