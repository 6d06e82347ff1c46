"""`studio doctor` and `studio version`: what is installed, what is set, what is missing."""

import asyncio
import importlib.util
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from studio.cli._open import AppDir

_KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_OPENAI_API_KEY")
_PACKAGES = ("reflex", "openai", "anthropic", "sqlmodel", "fastapi", "docker")


def show_version() -> None:
    """Print the version."""
    from studio import __version__

    sys.stdout.write(f"{__version__}\n")


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    appdir: AppDir = None,
) -> None:
    """Say what is installed, which keys are set (never their values), and what is missing."""
    from studio.cli._output import console, print_json

    facts = asyncio.run(_look(appdir))
    if as_json:
        print_json(facts)
        return
    out = console()
    for name, fact in facts.items():
        out.print(f"{name:<24} {fact}", markup=False)


async def _look(appdir: object) -> dict[str, str]:
    from pathlib import Path

    from studio import __version__
    from studio.cli._open import opened
    from studio.cli._server import WEB

    facts = {"studio": __version__, "python": sys.version.split()[0]}
    for package in _PACKAGES:
        try:
            facts[package] = version(package)
        except PackageNotFoundError:
            facts[package] = f"missing: pip install {package}"
    built = (WEB / "build" / "client" / "index.html").is_file()
    facts["front end"] = "built" if built else "missing: run `make web`"
    found = shutil.which("docker")
    facts["docker command"] = (
        found or "missing: needed to build images, and for safe code execution"
    )
    tokens = importlib.util.find_spec("tiktoken") is not None
    facts["token counts"] = "tiktoken, where its data is present" if tokens else "an estimate"
    async with opened(appdir if isinstance(appdir, Path) else None) as services:
        facts["app directory"] = str(services.startup.appdir)
        facts["teams"] = str(len((await services.teams.list(limit=200)).items))
        for key in _KEYS:
            is_set = await services.secrets.lookup(key) is not None
            facts[key] = "set" if is_set else "not set: Settings in the studio, or the environment"
    return facts
