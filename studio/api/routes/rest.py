"""What is left of `/api`: nothing, and this says so instead of the pages behind it."""

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount

from studio.api.routing import new_router

router = new_router("/api", "rest")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@router.api_route("", methods=list(_METHODS), include_in_schema=False)
@router.api_route("/{path:path}", methods=list(_METHODS), include_in_schema=False)
async def refuse(request: Request) -> None:
    """Tell an unknown address from a known one that does not take this method."""
    routes = [
        route
        for route in request.app.routes
        if not isinstance(route, Mount) and getattr(route, "original_router", None) is not router
    ]
    allowed = [
        method
        for method in _METHODS
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes
        )
    ]
    if allowed:
        raise HTTPException(405, headers={"Allow": ", ".join(allowed)})
    raise HTTPException(404)
