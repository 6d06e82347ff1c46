"""Drafts: edits with undo and redo that outlive reloads and restarts."""

import asyncio
from collections.abc import AsyncGenerator, Mapping

from studio.domain.canvas import apply_ops, carried, node_paths
from studio.domain.json_values import JsonDict
from studio.domain.team_spec import TeamDocument
from studio.storage.documents import Draft, Edit, TeamPulse, TeamVersion, VersionInfo
from studio.storage.repositories.drafts import Change, DraftRepository

from .comparisons import Comparison, compare_documents
from .edit_labels import label_of_edit
from .patches import apply, diff
from .teams import TeamService, to_document


class DraftService:
    """A person's unsaved state of a team, changed by canvas operations."""

    def __init__(self, drafts: DraftRepository, teams: TeamService) -> None:
        self._drafts = drafts
        self._teams = teams

    async def open(self, team_id: str, *, owner: str = "local") -> Draft:
        """Return the draft of a team, as it was left.

        A draft without changes of its own follows the newest version.
        """
        draft = await self._drafts.open(team_id, owner=owner)
        if draft.dirty or draft.base_version == draft.head_version:
            return draft
        newest = await self._teams.get(team_id, owner=owner)
        adopt = _replacing(newest.document, label="Newer version")
        return await self._drafts.open(team_id, owner=owner, adopt=adopt)

    async def follow(
        self, team_id: str, *, every_s: float = 0.5, owner: str = "local"
    ) -> AsyncGenerator[TeamPulse]:
        """Yield where the team stands, now and whenever that has changed; ends with the team.

        It looks again and again, for another process may be the one that changes it.
        """
        last: TeamPulse | None = None
        while (now := await self._drafts.pulse(team_id, owner=owner)) is not None:
            if now != last:
                yield now
                last = now
            await asyncio.sleep(every_s)

    async def apply(
        self,
        team_id: str,
        ops: list[JsonDict],
        *,
        base_rev: int | None = None,
        nodes: Mapping[str, str] | None = None,
        owner: str = "local",
    ) -> Draft:
        """Apply canvas operations as one edit, all of them or none.

        Args:
            team_id: The team.
            ops: Operations as `studio.domain.canvas.apply_ops` takes them.
            base_rev: The revision the operations were made to; `None` means whatever it is.
            nodes: Where each node was, by id, as far as whoever made the operations knew; they
                are then applied to the same nodes, wherever those are by now.
            owner: Whose draft.

        Raises:
            ConflictError: The draft is at another revision; `theirs` is the draft as it stands.
            SpecError: An operation does not make sense.
        """

        def change(document: TeamDocument) -> tuple[TeamDocument, Edit | None]:
            meant = ops if nodes is None else carried(ops, nodes, node_paths(document))
            return _edited(document, apply_ops(document, meant), label_of_edit(meant))

        return await self._drafts.change(team_id, change, owner=owner, base_rev=base_rev)

    async def replace(
        self,
        team_id: str,
        content: JsonDict | TeamDocument,
        *,
        label: str = "Replace",
        base_rev: int | None = None,
        owner: str = "local",
    ) -> Draft:
        """Put a whole other document in place of the draft; this can be undone as well."""
        change = _replacing(to_document(content), label=label)
        return await self._drafts.change(team_id, change, owner=owner, base_rev=base_rev)

    async def undo(self, team_id: str, *, owner: str = "local") -> Draft:
        """Take the last edit back; without one, nothing happens."""
        return await self._drafts.step(team_id, apply, owner=owner, back=True)

    async def redo(self, team_id: str, *, owner: str = "local") -> Draft:
        """Do again what was undone last; without it, nothing happens."""
        return await self._drafts.step(team_id, apply, owner=owner, back=False)

    async def save(
        self, team_id: str, *, message: str = "", over: int | None = None, owner: str = "local"
    ) -> TeamVersion:
        """Save the draft as the team's next version; the edits can still be undone.

        Args:
            team_id: The team.
            message: What to call the version.
            over: A version saved by someone else in between that the person has seen and agrees
                to replace.
            owner: Whose draft.

        Raises:
            ConflictError: Someone else has saved since; `theirs` is their version.
        """
        draft = await self._drafts.open(team_id, owner=owner)
        if not draft.dirty and not message and draft.base_version == draft.head_version:
            return await self._teams.version(team_id, draft.head_version, owner=owner)
        version = await self._teams.save(
            team_id,
            draft.document,
            base_version=draft.base_version if over is None else over,
            name=message,
            owner=owner,
        )
        await self._drafts.mark_saved(team_id, version.version, owner=owner, rev=draft.rev)
        return version

    async def compare(
        self, team_id: str, version: int | None = None, *, owner: str = "local"
    ) -> Comparison:
        """Return what the draft has changed since a version; by default the newest."""
        draft = await self._drafts.open(team_id, owner=owner)
        saved = await self._teams.version(team_id, version or draft.head_version, owner=owner)
        info = VersionInfo(**saved.model_dump(exclude={"document"}))
        mine = VersionInfo(
            team_id=team_id,
            version=0,
            author=owner,
            name="Unsaved changes",
            created_at=draft.updated_at,
        )
        return compare_documents(saved.document, draft.document, infos=(info, mine))

    async def restore(self, team_id: str, version: int, *, owner: str = "local") -> TeamVersion:
        """Save an earlier version again as the newest; what was not saved can be undone to.

        Raises:
            ConflictError: Someone else has saved since the draft was opened.
        """
        earlier = await self._teams.version(team_id, version, owner=owner)
        draft = await self.open(team_id, owner=owner)
        if draft.base_version == draft.head_version:
            label = f"Restore version {version}"
            await self.replace(team_id, earlier.document, label=label, owner=owner)
        return await self.save(team_id, message=f"Version {version} restored", owner=owner)

    async def discard(self, team_id: str, *, owner: str = "local") -> Draft:
        """Go back to the newest version; even this can be undone."""
        newest = await self._teams.get(team_id, owner=owner)
        change = _replacing(newest.document, label="Discard changes")
        draft = await self._drafts.change(team_id, change, owner=owner)
        return await self._drafts.mark_saved(team_id, newest.version, owner=owner, rev=draft.rev)


def _replacing(document: TeamDocument, *, label: str) -> Change:
    def change(current: TeamDocument) -> tuple[TeamDocument, Edit | None]:
        return _edited(current, document, label)

    return change


def _edited(
    before: TeamDocument, after: TeamDocument, label: str
) -> tuple[TeamDocument, Edit | None]:
    after = after.model_copy(update={"revision": before.revision})
    forward, backward = diff(before.model_dump(), after.model_dump())
    if not forward:
        return before, None
    return after, Edit(label=label, forward=forward, backward=backward)
