"""What a link to a shared session or run opens: these routes need no access token."""

from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import StreamingResponse

from studio.api.dependencies import ServicesDep
from studio.api.event_stream import (
    MEDIA_TYPE,
    event_response,
    page_of,
    stream_positions,
)
from studio.api.routing import new_router
from studio.api.schemas.runs import EventPage
from studio.api.shared_pages import asset_response, page_response
from studio.services.shares import SharedView

from .files import file_response

router = new_router("", "shared")


@router.get("/share/{token}", include_in_schema=False)
async def open_shared_page(token: str, services: ServicesDep) -> Response:
    """Give the page; a link that was taken back gets one that says so."""
    return page_response(found=await services.shares.leads_somewhere(token))


@router.get("/share/assets/{name}", include_in_schema=False)
async def get_shared_asset(name: str) -> Response:
    """Give a script, style or font of the page."""
    return asset_response(name)


@router.get("/api/shared/{token}")
async def get_shared(token: str, services: ServicesDep) -> SharedView:
    """Give what the link leads to: its runs, and who takes part."""
    return await services.shares.view(token)


@router.get("/api/shared/{token}/runs/{run_id}/events", response_model=EventPage)
async def get_shared_events(
    token: str,
    run_id: str,
    services: ServicesDep,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 500,
    last: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> Response:
    """Give the events of a shared run that follow `after`, or only the last of all."""
    events = await services.shares.events(token, run_id, after=after, limit=limit, last=last)
    return page_of(events, after)


@router.get(
    "/api/shared/{token}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}},
)
async def follow_shared_runs(
    token: str,
    request: Request,
    services: ServicesDep,
    runs: Annotated[str, Query(description="Runs with the last known `seq`: `a:12,b:0`.")],
) -> StreamingResponse:
    """Follow shared runs in one stream, until all have ended or the link is taken back."""
    positions = stream_positions(runs, request)
    await services.shares.check(token, set(positions))
    return event_response(services.shares.follow(token, positions), positions)


@router.get("/api/shared/{token}/files/{digest}")
async def get_shared_file(token: str, digest: str, services: ServicesDep) -> Response:
    """Give a file that a shared run speaks of."""
    return file_response(await services.shares.file(token, digest))
