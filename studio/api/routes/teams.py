"""Teams and their versions."""

from typing import Annotated

from fastapi import Query

from studio.api.dependencies import OwnerDep, PagingDep, ServicesDep
from studio.api.routing import new_router
from studio.api.schemas.teams import ChangeTeamIn, NameIn, NewTeamIn, SaveTeamIn
from studio.services.comparisons import Comparison
from studio.services.documents import Page, Team, TeamInfo, TeamVersion, VersionInfo

router = new_router("/api/teams", "teams")


@router.get("")
async def list_teams(
    services: ServicesDep,
    owner: OwnerDep,
    paging: PagingDep,
    query: Annotated[str, Query(description="Part of the name.")] = "",
) -> Page[TeamInfo]:
    """List teams, the last changed first."""
    return await services.teams.list(
        limit=paging.limit, cursor=paging.cursor, query=query, owner=owner
    )


@router.post("", status_code=201)
async def create_team(body: NewTeamIn, services: ServicesDep, owner: OwnerDep) -> Team:
    """Make a team from a component or a team document."""
    return await services.teams.create(body.content, name=body.name, owner=owner)


@router.get("/{team_id}")
async def get_team(team_id: str, services: ServicesDep, owner: OwnerDep) -> Team:
    """Give a team with its newest document."""
    return await services.teams.get(team_id, owner=owner)


@router.put("/{team_id}")
async def save_team(
    team_id: str, body: SaveTeamIn, services: ServicesDep, owner: OwnerDep
) -> TeamVersion:
    """Save the next version; 409 with `details.theirs` if someone else was first."""
    return await services.teams.save(
        team_id, body.content, base_version=body.base_version, name=body.name, owner=owner
    )


@router.patch("/{team_id}")
async def change_team(
    team_id: str, body: ChangeTeamIn, services: ServicesDep, owner: OwnerDep
) -> TeamInfo:
    """Rename a team, publish one of its versions (or, with `null`, none)."""
    info: TeamInfo = await services.teams.get(team_id, owner=owner)
    if body.name is not None:
        info = await services.teams.rename(team_id, body.name, owner=owner)
    if "published_version" in body.model_fields_set:
        info = await services.teams.publish(team_id, body.published_version, owner=owner)
    return TeamInfo(**info.model_dump(exclude={"document"}))


@router.delete("/{team_id}")
async def delete_team(team_id: str, services: ServicesDep, owner: OwnerDep) -> TeamInfo:
    """Take a team off the list; `undelete` brings it back."""
    return await services.teams.delete(team_id, owner=owner)


@router.post("/{team_id}/undelete")
async def undelete_team(team_id: str, services: ServicesDep, owner: OwnerDep) -> TeamInfo:
    """Bring a deleted team back."""
    return await services.teams.undelete(team_id, owner=owner)


@router.post("/{team_id}/duplicate", status_code=201)
async def duplicate_team(
    team_id: str, services: ServicesDep, owner: OwnerDep, body: NameIn | None = None
) -> Team:
    """Make a new team from the newest version of another."""
    name = body.name if body else ""
    return await services.teams.duplicate(team_id, name=name, owner=owner)


@router.get("/{team_id}/versions")
async def list_versions(
    team_id: str, services: ServicesDep, owner: OwnerDep, paging: PagingDep
) -> Page[VersionInfo]:
    """List the saves of a team, newest first."""
    return await services.teams.versions(
        team_id, limit=paging.limit, cursor=paging.cursor, owner=owner
    )


@router.get("/{team_id}/versions/{version}")
async def get_version(
    team_id: str, version: int, services: ServicesDep, owner: OwnerDep
) -> TeamVersion:
    """Give one save with its document."""
    return await services.teams.version(team_id, version, owner=owner)


@router.patch("/{team_id}/versions/{version}")
async def name_version(
    team_id: str, version: int, body: NameIn, services: ServicesDep, owner: OwnerDep
) -> VersionInfo:
    """Call one save something."""
    return await services.teams.name_version(team_id, version, body.name, owner=owner)


@router.post("/{team_id}/versions/{version}/branch", status_code=201)
async def branch_version(
    team_id: str,
    version: int,
    services: ServicesDep,
    owner: OwnerDep,
    body: NameIn | None = None,
) -> Team:
    """Make a new team from one save."""
    name = body.name if body else ""
    return await services.teams.branch(team_id, version, name=name, owner=owner)


@router.post("/{team_id}/versions/{version}/restore", status_code=201)
async def restore_version(
    team_id: str, version: int, services: ServicesDep, owner: OwnerDep
) -> TeamVersion:
    """Save an earlier version again as the newest."""
    return await services.teams.restore(team_id, version, owner=owner)


@router.get("/{team_id}/compare")
async def compare_versions(
    team_id: str, before: int, after: int, services: ServicesDep, owner: OwnerDep
) -> Comparison:
    """Compare two versions; secrets are masked."""
    return await services.teams.compare(team_id, before, after, owner=owner)
