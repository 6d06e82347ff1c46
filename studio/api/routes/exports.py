"""Taking a team away."""

from urllib.parse import quote

from fastapi import Response

from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.routing import new_router
from studio.api.schemas.components import ExportIn
from studio.domain.bypass import runnable, without

router = new_router("/api", "exports")


@router.post(
    "/export",
    response_class=Response,
    responses={200: {"description": "A file or a zip.", "content": {"*/*": {}}}},
)
async def export(body: ExportIn, services: ServicesDep, owner: OwnerDep) -> Response:
    """Give a team as Python, JSON, a Docker build context, a notebook or a diagram."""
    component, name = without(body.component or {}, body.bypassed), ""
    if body.team_id is not None:
        team = await services.teams.get(body.team_id, owner=owner)
        component, name = runnable(team.document), team.name
    result = await services.exports.export(component, body.target, name=name)
    return Response(
        result.data,
        media_type=result.media_type,
        headers={"Content-Disposition": f"attachment; filename*=UTF-8''{quote(result.filename)}"},
    )
