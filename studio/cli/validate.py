"""`studio validate`: what is wrong with a component, without running anything."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from studio.cli._open import AppDir

_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


def validate(
    files: Annotated[list[Path], typer.Argument(help="JSON or YAML files with components.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    appdir: AppDir = None,
) -> None:
    """Check components; exit 0 if all can run, 1 if problems were found."""
    from studio.cli._output import console, print_json

    found = asyncio.run(_check(files, appdir))
    valid = not any(p["severity"] == "error" for problems in found.values() for p in problems)
    if as_json:
        print_json({"valid": valid, "files": found})
    else:
        out = console()
        for name, problems in found.items():
            errors = [p for p in problems if p["severity"] == "error"]
            out.print(f"{name}: {'fine' if not errors else f'{len(errors)} to mend'}", markup=False)
            for problem in problems:
                colour = _COLOURS[problem["severity"]]
                out.print(f"  [{colour}]{problem['code']}[/{colour}]", end=" ")
                out.print(f"{problem['path'] or '/'}: {problem['message']}", markup=False)
                if problem.get("hint"):
                    out.print(f"        {problem['hint']}", markup=False)
    raise typer.Exit(0 if valid else 1)


async def _check(files: list[Path], appdir: Path | None) -> dict[str, list[dict[str, Any]]]:
    from studio._kit.jsonio import DocumentError
    from studio.cli._open import opened
    from studio.services.references import read_component_file

    found: dict[str, list[dict[str, Any]]] = {}
    async with opened(appdir) as services:
        for path in files:
            try:
                reference = await read_component_file(path)
            except DocumentError as error:
                problem = {
                    "code": error.code, "severity": "error", "path": "",
                    "message": str(error), "hint": error.hint, "fix": None,
                }  # fmt: skip
                found[str(path)] = [problem]
                continue
            problems = await services.checks.validate(reference.component)
            found[str(path)] = [problem.model_dump(mode="json") for problem in problems]
    return found
