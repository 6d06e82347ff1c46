"""One server over HTTP for all tests of a module."""

from collections.abc import Generator

import pytest

from studio.ext.tools.mcp import StreamableHttpServerParams
from tests.support.mcp_params import serving


@pytest.fixture(scope="session")
def http() -> Generator[StreamableHttpServerParams, None, None]:
    with serving("http") as url:
        yield StreamableHttpServerParams(url=url)
