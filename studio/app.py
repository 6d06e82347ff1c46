"""The composition root: the gate, behind it the API, behind that the pages."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import reflex as rx
from reflex_base.registry import RegistrationContext
from starlette.types import ASGIApp

from studio.api.gate import Gate
from studio.api.server import build_api
from studio.services.container import Services
from studio.ui.config import config
from studio.ui.kit.services import services, use_services
from studio.ui.site import add_pages


def _in_front(pages: ASGIApp) -> ASGIApp:
    held = services()
    api = build_api(held)
    api.mount("", pages)
    return Gate(api, held.access)


@asynccontextmanager
async def _running_services() -> AsyncGenerator[None]:
    async with services():
        yield


app = rx.App(stylesheets=["/studio.css"], api_transformer=[_in_front])
app.register_lifespan_task(_running_services)  # pyright: ignore[reportUnknownMemberType]
add_pages(app)


def create_asgi(held: Services) -> ASGIApp:
    """Return the whole studio as one ASGI application over the services given.

    The front end must be built, and Reflex must have been told so (`studio.cli._server`).
    """
    use_services(held)
    # Reflex reads its configuration from the working directory only; this spares us changing it.
    RegistrationContext.ensure_context()._set_config(config)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    return app()
