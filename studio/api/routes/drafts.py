"""Drafts: edit, undo, redo, save."""

from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.routing import new_router
from studio.api.schemas.teams import OpsIn, SaveDraftIn
from studio.services.comparisons import Comparison
from studio.services.documents import Draft, TeamVersion

router = new_router("/api/teams/{team_id}/draft", "drafts")


@router.get("")
async def open_draft(team_id: str, services: ServicesDep, owner: OwnerDep) -> Draft:
    """Give the caller's draft of a team, as it was left."""
    return await services.drafts.open(team_id, owner=owner)


@router.post("/ops")
async def apply_ops(team_id: str, body: OpsIn, services: ServicesDep, owner: OwnerDep) -> Draft:
    """Apply canvas operations as one edit; 409 with `details.theirs` at another revision."""
    return await services.drafts.apply(team_id, body.ops, base_rev=body.base_rev, owner=owner)


@router.post("/undo")
async def undo(team_id: str, services: ServicesDep, owner: OwnerDep) -> Draft:
    """Take the last edit back."""
    return await services.drafts.undo(team_id, owner=owner)


@router.post("/redo")
async def redo(team_id: str, services: ServicesDep, owner: OwnerDep) -> Draft:
    """Do again what was undone last."""
    return await services.drafts.redo(team_id, owner=owner)


@router.post("/save", status_code=201)
async def save_draft(
    team_id: str, services: ServicesDep, owner: OwnerDep, body: SaveDraftIn | None = None
) -> TeamVersion:
    """Save the draft as the next version; 409 with `details.theirs` if someone was first."""
    body = body or SaveDraftIn()
    return await services.drafts.save(team_id, message=body.message, over=body.over, owner=owner)


@router.get("/compare")
async def compare_draft(
    team_id: str, services: ServicesDep, owner: OwnerDep, version: int | None = None
) -> Comparison:
    """Compare the draft with a version, by default the newest; secrets are masked."""
    return await services.drafts.compare(team_id, version, owner=owner)


@router.delete("")
async def discard_draft(team_id: str, services: ServicesDep, owner: OwnerDep) -> Draft:
    """Go back to the newest version; this can be undone."""
    return await services.drafts.discard(team_id, owner=owner)
