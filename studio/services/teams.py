"""Teams and their versions."""

from collections.abc import Sequence
from typing import Any

from studio._kit.clock import now
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_text
from studio.domain.kinds import is_component, kind_of, label_of, type_label
from studio.domain.team_spec import TeamDocument
from studio.storage.documents import Page, Team, TeamInfo, TeamVersion, VersionInfo
from studio.storage.repositories.teams import TeamRepository

from .comparisons import Comparison, compare_documents
from .exceptions import NotATeamError, NothingPublishedError

_MAX_NAME = 200


class TeamService:
    """Makes, saves, lists and compares teams."""

    def __init__(self, teams: TeamRepository) -> None:
        self._teams = teams

    async def list(
        self, *, limit: int = 50, cursor: str | None = None, query: str = "", owner: str = "local"
    ) -> Page[TeamInfo]:
        """Return teams, the last changed first."""
        return await self._teams.list(owner=owner, limit=limit, cursor=cursor, query=query)

    async def get(self, team_id: str, *, owner: str = "local") -> Team:
        """Return a team with its newest document."""
        return await self._teams.get(team_id, owner=owner)

    async def create(
        self, content: JsonDict | TeamDocument, *, name: str = "", owner: str = "local"
    ) -> Team:
        """Make a team from a component or a whole team document.

        Raises:
            NotATeamError: It is some other kind of component, or none at all.
        """
        document = to_document(content)
        component = document.component
        return await self._teams.add(
            document,
            owner=owner,
            name=clean_name(name) or label_of(component)[:_MAX_NAME],
            description=as_text(component.get("description")),
            summary=summary_of(component),
        )

    async def suggest(self, team_id: str, tasks: Sequence[str], *, owner: str = "local") -> Team:
        """Replace what the team might be asked; this makes a version."""
        team = await self._teams.get(team_id, owner=owner)
        wanted = list(dict.fromkeys(" ".join(task.split()) for task in tasks if task.strip()))
        if wanted != team.document.tasks:
            document = team.document.model_copy(update={"tasks": wanted})
            await self.save(team_id, document, base_version=team.version, owner=owner)
        return await self._teams.get(team_id, owner=owner)

    async def save(
        self,
        team_id: str,
        content: JsonDict | TeamDocument,
        *,
        base_version: int,
        name: str = "",
        owner: str = "local",
    ) -> TeamVersion:
        """Save the next version.

        Args:
            team_id: The team.
            content: The component, or the whole team document.
            base_version: The version the change was made to.
            name: What to call this version, if anything.
            owner: Whose team it is.

        Raises:
            ConflictError: Someone else has saved since; `theirs` is their version.
            NotATeamError: The content is no team.
        """
        document = to_document(content)
        return await self._teams.save(
            team_id,
            document,
            owner=owner,
            base_version=base_version,
            name=clean_name(name),
            description=as_text(document.component.get("description")),
            summary=summary_of(document.component),
        )

    async def rename(self, team_id: str, name: str, *, owner: str = "local") -> TeamInfo:
        """Give the team another name; an empty one is not taken."""
        cleaned = clean_name(name)
        if not cleaned:
            return await self._teams.get(team_id, owner=owner)
        return await self._teams.change(team_id, owner=owner, name=cleaned)

    async def publish(self, team_id: str, version: int | None, *, owner: str = "local") -> TeamInfo:
        """Choose the version that endpoints and sessions may follow, or none."""
        return await self._teams.change(team_id, owner=owner, published_version=version)

    async def delete(self, team_id: str, *, owner: str = "local") -> TeamInfo:
        """Take a team off the lists; `undelete` brings it back."""
        await self._teams.get(team_id, owner=owner)
        return await self._teams.change(team_id, owner=owner, deleted_at=now())

    async def undelete(self, team_id: str, *, owner: str = "local") -> TeamInfo:
        """Bring a deleted team back."""
        return await self._teams.change(team_id, owner=owner, deleted_at=None)

    async def duplicate(self, team_id: str, *, name: str = "", owner: str = "local") -> Team:
        """Make a new team from the newest version of another."""
        team = await self._teams.get(team_id, owner=owner)
        return await self.create(team.document, name=name or f"{team.name} (copy)", owner=owner)

    async def versions(
        self, team_id: str, *, limit: int = 50, cursor: str | None = None, owner: str = "local"
    ) -> Page[VersionInfo]:
        """Return the saves of a team, newest first."""
        return await self._teams.versions(team_id, owner=owner, limit=limit, cursor=cursor)

    async def version(self, team_id: str, version: int, *, owner: str = "local") -> TeamVersion:
        """Return one save."""
        return await self._teams.version(team_id, version, owner=owner)

    async def chosen(
        self, team_id: str, choice: int | None, *, owner: str = "local"
    ) -> TeamVersion:
        """Return the save that a choice means now: a version, `PUBLISHED`, or the newest.

        Raises:
            NotFoundError: There is no such team or version.
            NothingPublishedError: The published one is meant, and none is.
        """
        if choice:
            return await self._teams.version(team_id, choice, owner=owner)
        team = await self._teams.get(team_id, owner=owner)
        wanted = team.version if choice is None else team.published_version
        if wanted is None:
            raise NothingPublishedError(
                f"no version of {team.name} is published",
                hint="Publish one under Versions, or choose a version by its number.",
            )
        return await self._teams.version(team_id, wanted, owner=owner)

    async def restore(self, team_id: str, version: int, *, owner: str = "local") -> TeamVersion:
        """Save an earlier version again as the newest."""
        team = await self._teams.get(team_id, owner=owner)
        earlier = await self._teams.version(team_id, version, owner=owner)
        return await self.save(
            team_id,
            earlier.document,
            base_version=team.version,
            name=f"Version {version} restored",
            owner=owner,
        )

    async def compare(
        self, team_id: str, before: int, after: int, *, owner: str = "local"
    ) -> Comparison:
        """Return what has changed from one version to another."""
        old = await self._teams.version(team_id, before, owner=owner)
        new = await self._teams.version(team_id, after, owner=owner)
        infos = VersionInfo(**_info(old)), VersionInfo(**_info(new))
        return compare_documents(old.document, new.document, infos=infos)

    async def name_version(
        self, team_id: str, version: int, name: str, *, owner: str = "local"
    ) -> VersionInfo:
        """Call a save something; an empty name takes its name away."""
        return await self._teams.name_version(team_id, version, clean_name(name), owner=owner)

    async def branch(
        self, team_id: str, version: int, *, name: str = "", owner: str = "local"
    ) -> Team:
        """Make a new team from one of the saves of another."""
        team = await self._teams.get(team_id, owner=owner)
        earlier = await self._teams.version(team_id, version, owner=owner)
        called = name or f"{team.name} (from version {version})"
        return await self.create(earlier.document, name=called, owner=owner)


def _info(version: TeamVersion) -> dict[str, Any]:
    return version.model_dump(exclude={"document"})


def to_document(content: JsonDict | TeamDocument) -> TeamDocument:
    """Return a team document for a component, or the document itself.

    Raises:
        NotATeamError: It is no component, or of another kind.
    """
    document = content if isinstance(content, TeamDocument) else TeamDocument(component=content)
    component = document.component
    if not is_component(component):
        raise NotATeamError(
            "this is not a component: it names no provider",
            hint="A component has the keys `provider` and `config`.",
        )
    kind = kind_of(component)
    if kind not in {"team", "other"}:
        raise NotATeamError(
            f"this is not a team but of the kind {kind!r}",
            hint="Put it into a team, or import it into a gallery.",
            details={"kind": kind, "provider": as_text(component.get("provider"))},
        )
    return document


def clean_name(name: str) -> str:
    """Return a name on one line, without blanks around it, not too long."""
    return " ".join(name.split())[:_MAX_NAME]


def summary_of(component: JsonDict) -> dict[str, Any]:
    """Return what a card shows of a team."""
    config = as_dict(component.get("config"))
    participants = as_dicts(config.get("participants"))
    models = {
        as_text(as_dict(model.get("config")).get("model")) or type_label(model)
        for owner in (component, *participants)
        if (model := as_dict(as_dict(owner.get("config")).get("model_client")))
    }
    return {
        "provider": as_text(component.get("provider")),
        "type": type_label(component),
        "agents": [label_of(agent) for agent in participants],
        "models": sorted(models),
    }
