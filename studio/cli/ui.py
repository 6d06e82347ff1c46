"""`studio ui`: the whole studio on one port."""

from pathlib import Path
from typing import Annotated

import typer


def ui(
    host: Annotated[str | None, typer.Option(help="Address to listen on (127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (8081).")] = None,
    appdir: Annotated[
        Path | None, typer.Option(help="Where the database, the token and uploads are kept.")
    ] = None,
    database_url: Annotated[
        str | None, typer.Option(help="SQLite or PostgreSQL; SQLite in the app directory if unset.")
    ] = None,
    auth_config: Annotated[
        Path | None, typer.Option(help="A file that describes how people sign in.")
    ] = None,
    auth: Annotated[
        bool | None, typer.Option("--auth/--no-auth", help="Ask for the access token.")
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser once the server answers.")
    ] = True,
) -> None:
    """Serve the studio: pages, API and runs, on one port."""
    from studio._kit.errors import UsageError
    from studio._kit.settings import load_settings
    from studio.cli._server import serve_studio

    if auth_config is not None:
        raise UsageError(
            "signing in with accounts is not available yet",
            hint="Leave --auth-config out; the access token protects the studio.",
        )
    settings = load_settings(
        appdir=appdir, host=host, port=port, database_url=database_url, auth=auth
    )
    serve_studio(settings, open_browser=open_browser)
