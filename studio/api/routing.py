"""Routes that read their bodies strictly."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from studio._kit.jsonio import load_json


class StrictRequest(Request):
    """A request whose JSON has to be JSON: no NaN, no bottomless nesting."""

    async def json(self) -> Any:
        """Return the parsed body."""
        return load_json(await self.body())


class StrictRoute(APIRoute):
    """A route that reads its body strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler, fed with strict requests."""
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return strict


def new_router(prefix: str, tag: str) -> APIRouter:
    """Return a router for one noun."""
    return APIRouter(prefix=prefix, tags=[tag], route_class=StrictRoute)
