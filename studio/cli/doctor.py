"""`studio doctor` and `studio version`: what is installed, what is set, what is missing."""

import asyncio
import importlib.util
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated

import typer

from studio.cli._open import AppDir

_KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_OPENAI_API_KEY")
_PACKAGES = ("reflex", "openai", "anthropic", "sqlmodel", "fastapi", "docker")
_DAEMON_WAIT_S = 5.0


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


async def _look(appdir: Path | None) -> dict[str, str]:
    from studio import __version__

    tokens = importlib.util.find_spec("tiktoken") is not None
    return {
        "studio": __version__,
        "python": sys.version.split()[0],
        **{package: _package(package) for package in _PACKAGES},
        "front end": _front_end(),
        "docker command": await _docker(),
        "token counts": "tiktoken, where its data is present" if tokens else "an estimate",
        **await _kept(appdir),
    }


def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return f"missing: pip install {name}"


def _front_end() -> str:
    from studio.cli._server import WEB

    built = (WEB / "build" / "client" / "index.html").is_file()
    return "built" if built else "missing: run `make web`"


async def _docker() -> str:
    """Say whether code can be run, and images built, in containers."""
    command = shutil.which("docker")
    if command is None:
        return "missing: needed to build images, and for safe code execution"
    process = await asyncio.create_subprocess_exec(
        command, "version", "--format", "{{.Server.Version}}",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(_DAEMON_WAIT_S):
            said, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        said = b""
    server = said.decode().strip()
    return (
        f"{command}, server {server}" if server else f"{command}, but no server answers: start it"
    )


async def _kept(appdir: Path | None) -> dict[str, str]:
    from studio.cli._open import opened

    async with opened(appdir) as services:
        facts = {
            "app directory": str(services.startup.appdir),
            "teams": str(len((await services.teams.list(limit=200)).items)),
        }
        for key in _KEYS:
            is_set = await services.secrets.lookup(key) is not None
            facts[key] = "set" if is_set else "not set: Settings in the studio, or the environment"
    return facts
