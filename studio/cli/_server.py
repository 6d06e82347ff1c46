"""Starts the web server with the built front end; no Node.js at run time."""

import shutil
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from studio._kit.errors import StudioError
from studio._kit.settings import Settings, child_environment

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
        except OSError as error:
            raise ServerError(
                f"cannot listen on {host}:{port}: {error.strerror}",
                hint=f"Another program may use it. Try `--port {port + 1}`.",
            ) from error


def prepare_web(appdir: Path) -> Path:
    """Make the writable directory that Reflex runs in, over the front end shipped with us.

    Raises:
        ServerError: The front end was not built.
    """
    if not (WEB / "build" / "client" / "index.html").is_file():
        raise ServerError(
            "the front end is not built", hint="Run `make web`, or install the wheel, which has it."
        )
    web = appdir / "web"
    shutil.rmtree(web, ignore_errors=True)
    web.mkdir(parents=True)
    shutil.copytree(WEB / "backend", web / "backend", copy_function=shutil.copyfile)
    shutil.copyfile(WEB / "routes.json", web / "routes.json")
    (web / "build").symlink_to(WEB / "build", target_is_directory=True)
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
        threading.Timer(2.0, webbrowser.open, [address]).start()


def serve_studio(settings: Settings, *, open_browser: bool = False, page: str = "") -> None:
    """Serve pages, API and sockets on one port until the process is told to end."""
    check_port(settings.host, settings.port)
    settings.appdir.mkdir(parents=True, exist_ok=True)
    web = prepare_web(settings.appdir)
    announce(settings, open_browser=open_browser, page=page)
    with child_environment(reflex_environment(settings, web)):
        import uvicorn

        from studio.app import create_asgi

        uvicorn.run(
            create_asgi(settings),
            host=settings.host,
            port=settings.port,
            log_level="warning",
            ws_ping_interval=None,
            timeout_graceful_shutdown=5,
        )
