"""Opens the services for one command."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from studio.services.container import Services

AppDir = Annotated[
    Path | None,
    typer.Option("--appdir", help="Where the database, keys and the token are kept (~/.studio)."),
]


@asynccontextmanager
async def opened(appdir: Path | None) -> "AsyncGenerator[Services]":
    """Start the services on an app directory, and stop them in the end."""
    from studio._kit.settings import load_settings
    from studio.services.container import build_services

    settings = load_settings(appdir=appdir)
    settings.appdir.mkdir(parents=True, exist_ok=True)
    async with build_services(settings) as services:
        yield services
