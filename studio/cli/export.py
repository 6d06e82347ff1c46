"""`studio export`: takes a team away."""

import asyncio
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from studio.cli._open import AppDir, TeamName

if TYPE_CHECKING:
    from studio.domain.problem import Problem


class Target(StrEnum):
    """What a team can be taken away as."""

    PYTHON = "python"
    AUTOGEN = "autogen"
    DOCKER = "docker"
    NOTEBOOK = "notebook"
    MERMAID = "mermaid"
    JSON = "json"


def export(
    team: TeamName,
    to: Annotated[Target, typer.Option(help="What to make of it.")],
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", help="A file, a folder (one that ends in / is made), or `-` to print."
        ),
    ] = "",
    appdir: AppDir = None,
) -> None:
    """Write a team as Python, AutoGen JSON, a Docker build context, a notebook or a diagram."""
    asyncio.run(_export(team, to, output, appdir))


async def _export(team: str, to: Target, output: str, appdir: Path | None) -> None:
    from studio.cli._open import opened
    from studio.services.references import find_component

    async with opened(appdir) as services:
        found = await find_component(services, team)
        result = await services.exports.export(found.component, target=to.value, name=found.name)
        problems = await services.checks.validate(found.component)
    _warn([problem for problem in problems if problem.severity == "error"])
    if output == "-":
        sys.stdout.buffer.write(result.data)
        return
    path = await asyncio.to_thread(_write, output, result.filename, result.data)
    sys.stderr.write(f"Wrote {path}\n")


def _warn(errors: "list[Problem]") -> None:
    """Say what keeps the team from running where it is taken to."""
    from studio.cli._exit import say

    for problem in errors:
        say(f"it will not run: {problem.message} ({problem.code})", problem.hint)


def _write(output: str, filename: str, data: bytes) -> Path:
    from studio._kit.errors import UsageError

    path = Path(output or filename)
    try:
        if output.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            path /= filename
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(
            f"cannot write {str(path)!r}: {error.strerror}", hint="Choose another place with -o."
        ) from error
    return path
