"""Sessions."""

from studio._kit.clock import now
from studio._kit.errors import UsageError
from studio.domain.bypass import runnable
from studio.domain.json_values import JsonDict
from studio.domain.kinds import is_component
from studio.storage.documents import Page, Session
from studio.storage.repositories.sessions import SessionRepository

from .teams import TeamService, clean_name


class SessionService:
    """Conversations with a team, made of runs."""

    def __init__(self, sessions: SessionRepository, teams: TeamService) -> None:
        self._sessions = sessions
        self._teams = teams

    async def create(
        self,
        *,
        team_id: str | None = None,
        team_version: int | None = None,
        component: JsonDict | None = None,
        name: str = "",
        owner: str = "local",
    ) -> Session:
        """Begin a session with a team (its newest, published or a fixed version) or a component.

        Raises:
            UsageError: Both or neither of team and component are given.
            NotFoundError: There is no such team or version.
            NothingPublishedError: The published version is meant, and there is none.
        """
        if (team_id is None) == (component is None):
            raise UsageError(
                "a session needs a team or a component, and not both",
                hint="Give `team_id`, or `component`.",
            )
        if component is not None and not is_component(component):
            raise UsageError(
                "this is not a component: it names no provider",
                hint="A component has the keys `provider` and `config`.",
            )
        if team_id is not None:
            team = await self._teams.get(team_id, owner=owner)
            await self._teams.chosen(team_id, team_version, owner=owner)
            name = name or team.name
        return await self._sessions.add(
            owner=owner,
            name=clean_name(name) or "New session",
            team_id=team_id,
            team_version=team_version,
            component=component,
        )

    async def list(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
        query: str = "",
        team_id: str | None = None,
        owner: str = "local",
    ) -> Page[Session]:
        """Return sessions: pinned ones, then the last used first."""
        return await self._sessions.list(
            owner=owner, limit=limit, cursor=cursor, query=query, team_id=team_id
        )

    async def get(self, session_id: str, *, owner: str = "local") -> Session:
        """Return a session."""
        return await self._sessions.get(session_id, owner=owner)

    async def component(self, session_id: str, *, owner: str = "local") -> JsonDict:
        """Return the component that the next run of the session will use."""
        session = await self._sessions.get(session_id, owner=owner)
        if session.component is not None or session.team_id is None:
            return session.component or {}
        chosen = await self._teams.chosen(session.team_id, session.team_version, owner=owner)
        return runnable(chosen.document)

    async def rename(self, session_id: str, name: str, *, owner: str = "local") -> Session:
        """Give the session another name; an empty one is not taken."""
        session = await self._sessions.get(session_id, owner=owner)
        cleaned = clean_name(name)
        if not cleaned:
            return session
        return await self._sessions.change(session_id, owner=owner, name=cleaned)

    async def pin(self, session_id: str, *, pinned: bool = True, owner: str = "local") -> Session:
        """Keep the session at the top of the list, or no longer."""
        await self._sessions.get(session_id, owner=owner)
        return await self._sessions.change(session_id, owner=owner, pinned=pinned)

    async def touch(self, session_id: str, *, owner: str = "local") -> Session:
        """Note that the session is being used."""
        return await self._sessions.change(session_id, owner=owner, updated_at=now())

    async def delete(self, session_id: str, *, owner: str = "local") -> Session:
        """Take a session off the list; `undelete` brings it back."""
        await self._sessions.get(session_id, owner=owner)
        return await self._sessions.change(session_id, owner=owner, deleted_at=now())

    async def undelete(self, session_id: str, *, owner: str = "local") -> Session:
        """Bring a deleted session back."""
        return await self._sessions.change(session_id, owner=owner, deleted_at=None)
