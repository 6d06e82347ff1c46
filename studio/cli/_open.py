"""Opens the services for one command."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from studio._kit.settings import Settings
    from studio.services.container import Services

AppDir = Annotated[
    Path | None,
    typer.Option("--appdir", help="Where the database, keys and the token are kept (~/.studio)."),
]
TeamName = Annotated[
    str,
    typer.Argument(
        help="A JSON or YAML file, a gallery id, or a saved team's id (ID@3 is its version 3,"
        " ID@published the published one)."
    ),
]


def settings_for(appdir: Path | None) -> "Settings":
    """Return the settings, and make sure that the app directory is there.

    Raises:
        UsageError: It cannot be made.
    """
    from studio._kit.errors import UsageError
    from studio._kit.settings import load_settings

    settings = load_settings(appdir=appdir)
    try:
        settings.appdir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"cannot make the app directory {str(settings.appdir)!r}: {error.strerror}",
            hint="Choose another place with --appdir or STUDIO_APPDIR.",
        ) from error
    return settings


@asynccontextmanager
async def opened(
    appdir: Path | None, *, settings: "Settings | None" = None
) -> "AsyncGenerator[Services]":
    """Open the documents for a command that runs nothing."""
    from studio.services.container import build_services

    async with build_services(settings or settings_for(appdir)).documents() as services:
        yield services


@asynccontextmanager
async def running(appdir: Path | None) -> "AsyncGenerator[Services]":
    """Open the services for a run of this command's own; interrupted ones are left to a server."""
    from studio.services.container import build_services

    async with build_services(settings_for(appdir), adopt_runs=False) as services:
        yield services
