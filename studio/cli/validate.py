"""`studio validate`: what is wrong with a component, without running anything."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from studio.cli._open import AppDir

if TYPE_CHECKING:
    from studio._kit.errors import StudioError
    from studio.domain.json_values import JsonDict
    from studio.domain.problem import Problem

_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}
_UNTRUSTED = "CV703"


def validate(
    files: Annotated[list[Path], typer.Argument(help="JSON or YAML files with components.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    appdir: AppDir = None,
) -> None:
    """Check components without running them; exit 0 if all can run, 1 if problems were found."""
    from studio._kit.errors import UsageError
    from studio.cli._output import print_json

    missing = [str(path) for path in files if not path.is_file()]
    if missing:
        raise UsageError(f"cannot read {', '.join(missing)}: no such file", hint="Check the path.")
    found = {str(path): asyncio.run(_check(path, appdir)) for path in files}
    valid = not any(_errors(problems) for problems in found.values())
    if as_json:
        listed = {
            name: [problem.model_dump(mode="json") for problem in problems]
            for name, problems in found.items()
        }
        print_json({"valid": valid, "files": listed})
    else:
        for name, problems in found.items():
            _show(name, problems)
    raise typer.Exit(0 if valid else 1)


def _errors(problems: "list[Problem]") -> int:
    return sum(problem.severity == "error" for problem in problems)


def _show(name: str, problems: "list[Problem]") -> None:
    from studio.cli._output import console

    out = console()
    errors = _errors(problems)
    out.print(f"{name}: {f'{errors} to mend' if errors else 'fine'}", markup=False)
    for problem in problems:
        out.print(f"  {problem.code}", style=_COLOURS[problem.severity], end=" ")
        out.print(f"{problem.path or '/'}: {problem.message}", markup=False)
        if problem.hint:
            out.print(f"        {problem.hint}", markup=False)


async def _check(path: Path, appdir: Path | None) -> "list[Problem]":
    from studio._kit.errors import StudioError
    from studio.services.checks import find_problems
    from studio.services.component_files import read_component_file

    try:
        component = (await read_component_file(path)).component
    except StudioError as error:
        return [_unreadable(error)]
    problems = find_problems(component)
    if any(problem.code == _UNTRUSTED for problem in problems):
        return await _check_with_settings(component, appdir)
    return problems


async def _check_with_settings(component: "JsonDict", appdir: Path | None) -> "list[Problem]":
    """Check again with what is trusted in the studio's settings; opening those takes longer."""
    from studio.cli._open import opened

    async with opened(appdir) as services:
        return await services.checks.validate(component)


def _unreadable(error: "StudioError") -> "Problem":
    from studio.domain.problem import Problem

    return Problem(
        code=error.code, severity="error", path="", message=str(error), hint=error.hint, fix=None
    )
