"""A provider on loopback, and every client before it in turn."""

from collections.abc import AsyncGenerator, Callable, Iterator

import pytest

from studio.core.models import ChatCompletionClient
from tests.support.provider import ProviderServer
from tests.support.provider.script import Script
from tests.support.provider.vendors import VENDORS, Vendor

Build = Callable[..., ChatCompletionClient]


@pytest.fixture(scope="module")
def running_server() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        yield server


@pytest.fixture
def server(running_server: ProviderServer) -> ProviderServer:
    running_server.script = Script()
    return running_server


@pytest.fixture(params=VENDORS, ids=str)
def vendor(request: pytest.FixtureRequest) -> Vendor:
    return request.param


@pytest.fixture
async def build(vendor: Vendor, server: ProviderServer) -> AsyncGenerator[Build]:
    """Builds a client of the vendor, and closes it in the end."""
    built: list[ChatCompletionClient] = []

    def make(**config: object) -> ChatCompletionClient:
        built.append(vendor.build(server, **config))
        return built[-1]

    yield make
    for client in built:
        await client.close()


@pytest.fixture
def client(build: Build) -> ChatCompletionClient:
    return build()
