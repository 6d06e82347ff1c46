"""`studio export`: takes a team away."""

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from studio.cli._open import AppDir


class Target(StrEnum):
    """What a team can be taken away as."""

    PYTHON = "python"
    AUTOGEN = "autogen"
    DOCKER = "docker"
    NOTEBOOK = "notebook"
    MERMAID = "mermaid"
    JSON = "json"


def export(
    team: Annotated[str, typer.Argument(help="A JSON or YAML file, a gallery id, or a team's id.")],
    to: Annotated[Target, typer.Option(help="What to make of it.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where to write it; `-` prints it.")
    ] = None,
    appdir: AppDir = None,
) -> None:
    """Write a team as Python, AutoGen JSON, a Docker build context, a notebook or a diagram."""
    asyncio.run(_export(team, to, output, appdir))


async def _export(team: str, to: Target, output: Path | None, appdir: Path | None) -> None:
    import sys

    from studio._kit.errors import UsageError
    from studio.cli._open import opened
    from studio.services.references import find_component

    async with opened(appdir) as services:
        found = await find_component(services, team)
        result = await services.exports.export(found.component, target=to.value, name=found.name)
    if str(output) == "-":
        sys.stdout.buffer.write(result.data)
        return
    path = output or Path(result.filename)
    if path.is_dir():
        path /= result.filename
    try:
        await asyncio.to_thread(path.write_bytes, result.data)
    except OSError as error:
        raise UsageError(
            f"cannot write {str(path)!r}: {error.strerror}", hint="Choose another place with -o."
        ) from error
    sys.stderr.write(f"Wrote {path}\n")
