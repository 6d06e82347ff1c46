"""Starts the web server with the built front end; no Node.js at run time."""

import asyncio
import errno
import shutil
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio._kit.errors import StudioError, UsageError
from studio._kit.settings import Settings, child_environment

if TYPE_CHECKING:
    from studio.services.container import Services

PACKAGE = Path(__file__).resolve().parents[1]
WEB = PACKAGE / "_web"


class ServerError(StudioError, RuntimeError):
    """The server could not start."""

    code = "cli.server"


def check_port(host: str, port: int) -> None:
    """Make sure that the address is free.

    Raises:
        ServerError: Something else listens there, or the address is not this machine's.
    """
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError as error:
            raise UsageError(f"{port} is no port", hint="Ports go from 0 to 65535.") from error
        except OSError as error:
            raise ServerError(
                f"cannot listen on {host}:{port}: {error.strerror}", hint=_advice(error, port)
            ) from error


def _advice(error: OSError, port: int) -> str:
    if isinstance(error, PermissionError):
        return "Ports below 1024 are for the administrator. Try `--port 8081`."
    if error.errno == errno.EADDRINUSE:
        return f"Another program uses it. Try `--port {port + 1}`."
    return "Use an address of this machine: 127.0.0.1, or 0.0.0.0 for all it has."


def prepare_web(appdir: Path) -> Path:
    """Make the writable directory that Reflex runs in, over the front end shipped with us.

    Raises:
        ServerError: The front end was not built.
        UsageError: The app directory cannot be written.
    """
    if not (WEB / "build" / "client" / "index.html").is_file():
        raise ServerError(
            "the front end is not built", hint="Run `make web`, or install the wheel, which has it."
        )
    web = appdir / "web"
    try:
        shutil.rmtree(web, ignore_errors=True)
        web.mkdir(parents=True)
        shutil.copytree(WEB / "backend", web / "backend", copy_function=shutil.copyfile)
        shutil.copyfile(WEB / "routes.json", web / "routes.json")
        (web / "build").symlink_to(WEB / "build", target_is_directory=True)
    except OSError as error:
        raise UsageError(
            f"cannot write to {str(appdir)!r}: {error.strerror}",
            hint="Choose another place with --appdir or STUDIO_APPDIR.",
        ) from error
    return web


def reflex_environment(settings: Settings, web: Path) -> dict[str, str]:
    """Return the variables that make Reflex serve a finished front end on our one port."""
    appdir = settings.appdir
    names = {settings.host, "127.0.0.1", "localhost"}
    origins = ",".join(sorted(f"http://{name}:{settings.port}" for name in names))
    return {
        "REFLEX_ENV_MODE": "prod",
        "REFLEX_BACKEND_ONLY": "true",
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REFLEX_WEB_WORKDIR": str(web),
        "REFLEX_STATES_WORKDIR": str(appdir / "states"),
        "REFLEX_UPLOADED_FILES_DIR": str(appdir / "uploads"),
        "REFLEX_DIR": str(appdir / "reflex"),
        "REFLEX_API_URL": f"http://{settings.host}:{settings.port}",
        "REFLEX_BACKEND_PORT": str(settings.port),
        "REFLEX_FRONTEND_PORT": str(settings.port),
        "REFLEX_CORS_ALLOWED_ORIGINS": origins,
        "REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE": str(16 * 2**20),
        "__REFLEX_SKIP_COMPILE": "true",
        "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
    }


def announce(settings: Settings, *, open_browser: bool, page: str = "") -> None:
    """Print the address with its token; open it in the browser once the server answers."""
    from studio.services.access import read_access

    host = "127.0.0.1" if settings.host in {"0.0.0.0", "::"} else settings.host
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/{page}"
    access = read_access(settings)
    if access.required:
        address += f"?token={access.token}"
    sys.stdout.write(f"Studio is at {address}\nCtrl-C ends it.\n")
    sys.stdout.flush()
    if open_browser and sys.stdout.isatty():
        webbrowser.open(address)


def run_server(
    app: Any, services: "Services", *, host: str, port: int, ready: Callable[[], None]
) -> None:
    """Open what is kept, then serve until the process is told to end.

    Args:
        app: The ASGI application.
        services: Opened before a port is, so that what keeps them from it is told in a sentence.
        host: Address to listen on.
        port: Port to listen on.
        ready: Called once requests are answered.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

    async def serve() -> None:
        async with services:
            await Server(config).serve()

    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        ws_ping_interval=None,
        timeout_graceful_shutdown=5,
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        try:
            runner.run(serve())
        except KeyboardInterrupt:
            return


def serve_studio(settings: Settings, *, open_browser: bool = False, page: str = "") -> None:
    """Serve pages, API and sockets on one port until the process is told to end."""
    check_port(settings.host, settings.port)
    web = prepare_web(settings.appdir)
    with child_environment(reflex_environment(settings, web)):
        from studio.app import create_asgi
        from studio.services.container import build_services

        services = build_services(settings)
        run_server(
            create_asgi(services),
            services,
            host=settings.host,
            port=settings.port,
            ready=lambda: announce(settings, open_browser=open_browser, page=page),
        )
