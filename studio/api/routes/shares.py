"""Links by which others may read: made, listed and taken back."""

from pydantic import BaseModel, ConfigDict

from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.routing import new_router
from studio.services.documents import Share

router = new_router("/api/shares", "shares")


class NewShareIn(BaseModel):
    """What a link leads to: a session with all its runs, or a single run."""

    model_config = ConfigDict(extra="forbid")

    session_id: str | None = None
    run_id: str | None = None


@router.post("", status_code=201)
async def create_share(body: NewShareIn, services: ServicesDep, owner: OwnerDep) -> Share:
    """Make a link, or give the one there is; its page is `/share/{token}`."""
    return await services.shares.create(session_id=body.session_id, run_id=body.run_id, owner=owner)


@router.get("")
async def list_shares(services: ServicesDep, owner: OwnerDep) -> list[Share]:
    """List all links, the last made first."""
    return await services.shares.list(owner=owner)


@router.delete("/{token}", status_code=204)
async def revoke_share(token: str, services: ServicesDep, owner: OwnerDep) -> None:
    """Take a link back: from now on it opens nothing."""
    await services.shares.revoke(token, owner=owner)
