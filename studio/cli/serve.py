"""`studio serve` and `studio lite`: one team on a port."""

import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from studio.cli._open import AppDir

_LOCAL = {"127.0.0.1", "localhost", "::1"}


def serve(
    team: Annotated[str, typer.Argument(help="A JSON or YAML file, a gallery id, or a team's id.")],
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8084,
    api_key: Annotated[
        str | None, typer.Option(envvar="STUDIO_API_KEY", help="What callers must send as Bearer.")
    ] = None,
    appdir: AppDir = None,
) -> None:
    """Answer `POST /run {"task": …}` with what the team makes of it, streaming if asked to."""
    import sys

    import uvicorn

    from studio._kit.errors import UsageError
    from studio._kit.settings import load_settings
    from studio.api.endpoint import build_endpoint
    from studio.cli._open import opened
    from studio.cli._server import check_port
    from studio.services.container import build_services
    from studio.services.references import Reference, find_component

    async def find() -> Reference:
        async with opened(appdir) as services:
            return await find_component(services, team)

    if host not in _LOCAL and not api_key:
        raise UsageError(
            f"{host} can be reached from other machines, and no key is set",
            hint="Give --api-key (or STUDIO_API_KEY), or listen on 127.0.0.1.",
        )
    found = asyncio.run(find())
    check_port(host, port)
    services = build_services(load_settings(appdir=appdir))
    endpoint = build_endpoint(services, found.component, name=found.name, api_key=api_key)
    sys.stdout.write(f"{found.name} answers at http://{host}:{port}/run; /docs says how.\n")
    sys.stdout.flush()
    uvicorn.run(endpoint, host=host, port=port, log_level="warning")


def lite(
    team: Annotated[
        str, typer.Argument(help="A JSON or YAML file or a gallery id.")
    ] = "travel-planner",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8080,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser.")
    ] = True,
) -> None:
    """Try one team in the playground; nothing is kept."""
    from studio._kit.settings import load_settings
    from studio.cli._open import opened
    from studio.cli._server import serve_studio
    from studio.services.references import find_component

    async def prepare(appdir: Path) -> str:
        async with opened(appdir) as services:
            found = await find_component(services, team)
            made = await services.teams.create(found.component, name=found.name)
            session = await services.sessions.create(name="Lite session", team_id=made.team_id)
            return session.session_id

    with tempfile.TemporaryDirectory(prefix="studio-lite-") as directory:
        session_id = asyncio.run(prepare(Path(directory)))
        settings = load_settings(appdir=Path(directory), host=host, port=port)
        with contextlib.suppress(KeyboardInterrupt):
            serve_studio(settings, open_browser=open_browser, page=f"playground/{session_id}")
