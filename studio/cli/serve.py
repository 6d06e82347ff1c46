"""`studio serve` and `studio lite`: one team on a port."""

import asyncio
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from studio.cli._open import AppDir, TeamName

if TYPE_CHECKING:
    from studio._kit.settings import Settings
    from studio.services.component_files import Reference
    from studio.services.container import Services

_LOCAL = {"127.0.0.1", "localhost", "::1"}


def serve(
    team: TeamName,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8084,
    api_key: Annotated[
        str | None, typer.Option(envvar="STUDIO_API_KEY", help="What callers must send as Bearer.")
    ] = None,
    appdir: AppDir = None,
) -> None:
    """Answer `POST /run {"task": …}` with what the team makes of it, streaming if asked to."""
    from studio._kit.errors import UsageError
    from studio.cli._open import settings_for
    from studio.cli._server import check_port, run_server

    if host not in _LOCAL and not api_key:
        raise UsageError(
            f"{host} can be reached from other machines, and no key is set",
            hint="Give --api-key (or STUDIO_API_KEY), or listen on 127.0.0.1.",
        )
    check_port(host, port)
    settings = settings_for(appdir)
    found = asyncio.run(_found(team, appdir))

    from studio.api.endpoint import build_endpoint
    from studio.services.container import build_services

    services = build_services(settings, adopt_runs=False)
    endpoint = build_endpoint(services, found, api_key=api_key)
    shown = f"[{host}]" if ":" in host else host

    def ready() -> None:
        sys.stdout.write(f"{found.name} answers at http://{shown}:{port}/run; /docs says how.\n")
        sys.stdout.flush()

    run_server(endpoint, services, host=host, port=port, ready=ready)


async def _found(team: str, appdir: Path | None) -> "Reference":
    """Return the team, after a look at whether it can run at all."""
    from studio.cli._open import opened
    from studio.services.references import find_team

    async with opened(appdir) as services:
        found = await find_team(services, team)
        await _check(services, found)
        return found


async def _check(services: "Services", found: "Reference") -> None:
    from studio.cli._server import ServerError
    from studio.domain.secrets import find_placeholders

    problems = await services.checks.validate(found.component)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise ServerError(
            f"{found.name} cannot run: {errors[0].message}{more}",
            hint=errors[0].hint or "`studio validate` lists what is to mend.",
        )
    names = sorted(find_placeholders(found.component))
    missing = [name for name in names if not await services.secrets.lookup(name)]
    if missing:
        raise ServerError(
            f"no value is stored for {', '.join(missing)}",
            hint="Set it in the environment, or keep it in the studio under Settings, Keys.",
        )


def lite(
    team: Annotated[
        str, typer.Argument(help="A JSON or YAML file or a gallery id.")
    ] = "travel-planner",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8080,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser once the server answers.")
    ] = True,
) -> None:
    """Try one team in the playground; nothing is kept."""
    from studio._kit.settings import load_settings
    from studio.cli._server import check_port, serve_studio

    check_port(host, port)
    with tempfile.TemporaryDirectory(prefix="studio-lite-") as directory:
        settings = load_settings(
            appdir=Path(directory),
            host=host,
            port=port,
            database_url=f"sqlite:///{directory}/studio.db",
        )
        session_id = asyncio.run(_lite_session(team, settings))
        # The end that SIGTERM brings is one that cleans up.
        signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
        serve_studio(settings, open_browser=open_browser, page=f"playground/{session_id}")


async def _lite_session(team: str, settings: "Settings") -> str:
    from studio.cli._open import opened
    from studio.services.references import find_team

    async with opened(None, settings=settings) as services:
        found = await find_team(services, team)
        made = await services.teams.create(found.component, name=found.name)
        session = await services.sessions.create(name="Lite session", team_id=made.team_id)
        return session.session_id
