"""Builds the REST API."""

import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from studio import __version__
from studio.services.container import Services

from .errors import add_error_handlers
from .routes import (
    components,
    drafts,
    exports,
    files,
    galleries,
    rest,
    runs,
    sessions,
    settings,
    shared,
    shares,
    stream,
    system,
    teams,
    tryouts,
)
from .schemas.errors import ErrorOut
from .sockets import runs as run_socket

_ROUTERS = (
    system.router,
    teams.router,
    drafts.router,
    components.router,
    tryouts.router,
    galleries.router,
    sessions.router,
    runs.router,
    stream.router,
    shares.router,
    shared.router,
    files.router,
    run_socket.router,
    exports.router,
    settings.router,
    rest.router,
)
_ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorOut, "description": "What was wrong, and what to do about it."},
    "5XX": {"model": ErrorOut, "description": "What failed on our side."},
}


def build_api(services: Services) -> FastAPI:
    """Return the API; it starts and stops the services with itself."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        await services.start()
        # What is there now stays: the collector need not go through it again and again.
        gc.freeze()
        try:
            yield
        finally:
            await services.stop()

    app = FastAPI(
        title="Studio",
        version=__version__,
        summary="Teams of AI agents: build, run, take away.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=_ERRORS,
        generate_unique_id_function=_operation_id,
    )
    app.state.services = services
    for router in _ROUTERS:
        app.include_router(router)
    add_error_handlers(app)
    return app


def _operation_id(route: APIRoute) -> str:
    return route.name.strip("_")
