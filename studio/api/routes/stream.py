"""One stream for all runs of a tab."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import StreamingResponse

from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.event_stream import MEDIA_TYPE, event_response, stream_positions
from studio.api.routing import new_router

router = new_router("/api/stream", "runs")


@router.get(
    "",
    response_class=StreamingResponse,
    responses={200: {"content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}},
)
async def follow_runs(
    request: Request,
    services: ServicesDep,
    owner: OwnerDep,
    runs: Annotated[str, Query(description="Runs with the last known `seq`: `a:12,b:0`.")],
) -> StreamingResponse:
    """Follow several runs in one stream of server-sent events, until all have ended."""
    positions = stream_positions(runs, request)
    for run_id in positions:
        await services.runs.get(run_id, owner=owner)
    return event_response(services.runs.follow(positions, owner=owner), positions)
