"""A whole server in this process, behind its gate, with a client that holds the token."""

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from studio._kit.settings import Settings
from studio.api.gate import Gate
from studio.api.server import build_api
from studio.services.container import Services, build_services

TOKEN = "the-token"
ADDRESS = "http://127.0.0.1:8081"


@pytest.fixture
async def services(tmp_path: Path) -> AsyncGenerator[Services]:
    async with build_services(Settings(appdir=tmp_path, token=TOKEN)) as started:
        yield started


@pytest.fixture
def app(services: Services) -> FastAPI:
    return build_api(services)


@pytest.fixture
async def stranger(app: FastAPI, services: Services) -> AsyncGenerator[httpx.AsyncClient]:
    """A client without the token."""
    gate = Gate(app, services.access, max_body=64 * 1024)
    transport = httpx.ASGITransport(gate, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as made:
        yield made


@pytest.fixture
async def client(stranger: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client with the token."""
    stranger.headers["Authorization"] = f"Bearer {TOKEN}"
    return stranger
