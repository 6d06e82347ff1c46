"""Sessions."""

from typing import Annotated

from fastapi import Query

from studio.api.dependencies import OwnerDep, PagingDep, ServicesDep
from studio.api.routing import new_router
from studio.api.schemas.sessions import ChangeSessionIn, NewSessionIn
from studio.services.documents import Page, Session

router = new_router("/api/sessions", "sessions")


@router.get("")
async def list_sessions(
    services: ServicesDep,
    owner: OwnerDep,
    paging: PagingDep,
    query: Annotated[str, Query(description="Part of the name.")] = "",
    team_id: str | None = None,
) -> Page[Session]:
    """List sessions: pinned ones, then the last used first."""
    return await services.sessions.list(
        limit=paging.limit, cursor=paging.cursor, query=query, team_id=team_id, owner=owner
    )


@router.post("", status_code=201)
async def create_session(body: NewSessionIn, services: ServicesDep, owner: OwnerDep) -> Session:
    """Begin a session with a team or a component."""
    return await services.sessions.create(
        team_id=body.team_id,
        team_version=body.team_version,
        component=body.component,
        name=body.name,
        owner=owner,
    )


@router.get("/{session_id}")
async def get_session(session_id: str, services: ServicesDep, owner: OwnerDep) -> Session:
    """Give a session."""
    return await services.sessions.get(session_id, owner=owner)


@router.patch("/{session_id}")
async def change_session(
    session_id: str, body: ChangeSessionIn, services: ServicesDep, owner: OwnerDep
) -> Session:
    """Rename or pin a session."""
    session = await services.sessions.get(session_id, owner=owner)
    if body.name is not None:
        session = await services.sessions.rename(session_id, body.name, owner=owner)
    if body.pinned is not None:
        session = await services.sessions.pin(session_id, pinned=body.pinned, owner=owner)
    return session


@router.delete("/{session_id}")
async def delete_session(session_id: str, services: ServicesDep, owner: OwnerDep) -> Session:
    """Take a session off the list; `undelete` brings it back."""
    return await services.sessions.delete(session_id, owner=owner)


@router.post("/{session_id}/undelete")
async def undelete_session(session_id: str, services: ServicesDep, owner: OwnerDep) -> Session:
    """Bring a deleted session back."""
    return await services.sessions.undelete(session_id, owner=owner)
