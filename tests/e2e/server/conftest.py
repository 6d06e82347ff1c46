"""One server with the REST API, and servers of a test's own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.api_server import ApiServer

MakeServer = Callable[[], ApiServer]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    started = ApiServer(tmp_path_factory.mktemp("server")).start()
    yield started
    started.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ApiServer]:
    """A server that the test starts and ends as it likes."""
    made = ApiServer(tmp_path)
    yield made
    made.kill()
