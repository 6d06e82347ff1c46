"""Try-outs: test any component by itself."""

import asyncio
from collections.abc import AsyncGenerator

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from studio._kit.jsonio import dump_json
from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.event_stream import MEDIA_TYPE, wants_stream
from studio.api.routing import new_router
from studio.api.schemas.components import ComponentIn
from studio.api.schemas.tryouts import TryoutIn
from studio.services.tryouts import TrialOutcome, TrialPlan, Tryout

router = new_router("/api/tryouts", "tryouts")

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.post("/describe")
async def describe_tryout(body: ComponentIn, services: ServicesDep, owner: OwnerDep) -> TrialPlan:
    """Tell how a component can be tried and what that does; nothing of it is run."""
    return await services.tryouts.describe(body.component, owner=owner)


@router.post(
    "",
    response_model=TrialOutcome,
    responses={
        200: {
            "description": f"The outcome; for `Accept: {MEDIA_TYPE}` first what happens on the way,"
            " as events `chunk`, `run` and `event`, and the outcome as `outcome`.",
            "content": {MEDIA_TYPE: {"schema": {"type": "string"}}},
        }
    },
)
async def try_component(
    body: TryoutIn, request: Request, services: ServicesDep, owner: OwnerDep
) -> Response:
    """Try a component; 409 `tryout.confirm` when it asks first. Closing the connection ends it."""
    tryout = await services.tryouts.begin(
        body.component,
        body.input,
        confirmed=body.confirmed,
        limit_s=body.limit_s,
        owner=owner,
    )
    if wants_stream(request):
        return StreamingResponse(_texts(tryout), media_type=MEDIA_TYPE, headers=_HEADERS)
    outcome = await _unless_gone(request, tryout)
    return Response(outcome.model_dump_json(), media_type="application/json")


async def _texts(tryout: Tryout) -> AsyncGenerator[str]:
    async for kind, news in tryout.events():
        yield f"event: {kind}\ndata: {dump_json(news)}\n\n"


async def _unless_gone(request: Request, tryout: Tryout) -> TrialOutcome:
    """Return the outcome; when the client goes away, the work ends with it."""
    trying = asyncio.ensure_future(tryout.outcome())
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({trying, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not trying.done():
            trying.cancel()
        return await trying
    finally:
        leaving.cancel()
        trying.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
