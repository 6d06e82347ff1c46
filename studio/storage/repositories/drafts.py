"""Drafts with the whole history of their edits."""

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import and_, delete, func
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from studio._kit.clock import now
from studio._kit.jsonio import dump_json
from studio.domain.run_event import FINAL_STATUSES, RunStatus
from studio.domain.team_spec import TeamDocument
from studio.storage.documents import Draft, Edit, TeamPulse
from studio.storage.engine import Database
from studio.storage.exceptions import ConflictError, NotFoundError
from studio.storage.tables import DraftEditRow, DraftRow, RunRow, TeamRow, TeamVersionRow

JsonDict = dict[str, Any]
Change = Callable[[TeamDocument], tuple[TeamDocument, Edit | None]]
"""Takes the document as it stands; returns it changed, and the edit, `None` if nothing changed."""
Patch = Callable[[JsonDict, list[JsonDict]], JsonDict]

_UNDER_WAY = [
    status.value for status in RunStatus if status not in {*FINAL_STATUSES, RunStatus.INTERRUPTED}
]


class DraftRepository:
    """One draft per person and team; every change of it is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, team_id: str, *, owner: str, adopt: Change | None = None) -> Draft:
        """Return the draft, made from the newest version if there is none.

        Args:
            team_id: The team.
            owner: Whose draft.
            adopt: What to do to a draft without changes of its own when the team has a newer
                version; the result counts as saved.
        """
        async with self._database.read() as session:
            team = await _find_team(session, team_id, owner)
            row = await session.get(DraftRow, (team_id, owner))
            stale = row is None or (row.base_version < team.version and _is_clean(row))
            if row is not None and not (stale and adopt):
                return await _draft(session, team, row)
        async with self._database.write() as session:
            team = await _find_team(session, team_id, owner)
            row = await session.get(DraftRow, (team_id, owner), with_for_update=True)
            if row is None:
                row = await _begin(session, team, owner)
            elif adopt is not None and row.base_version < team.version and _is_clean(row):
                await _change(session, row, adopt)
                row.base_version, row.saved_position = team.version, row.position
            session.add(row)
            await session.flush()
            return await _draft(session, team, row)

    async def change(
        self, team_id: str, change: Change, *, owner: str, base_rev: int | None = None
    ) -> Draft:
        """Apply an edit; what had been undone before can no longer be redone.

        Raises:
            ConflictError: The draft is not at `base_rev`; `theirs` is the draft as it stands.
        """
        async with self._database.write() as session:
            team, row = await _find(session, team_id, owner)
            if base_rev is not None and base_rev != row.rev:
                raise ConflictError(
                    f"the draft is at revision {row.rev}, the change was made to {base_rev}",
                    hint="Another tab has changed it; take its state and try again.",
                    theirs=await _draft(session, team, row),
                )
            await _change(session, row, change)
            await session.flush()
            return await _draft(session, team, row)

    async def step(self, team_id: str, patch: Patch, *, owner: str, back: bool) -> Draft:
        """Undo the last edit, or redo the next one; without one, nothing happens."""
        async with self._database.write() as session:
            team, row = await _find(session, team_id, owner)
            number = row.position if back else row.position + 1
            edit = await session.get(DraftEditRow, (team_id, owner, number))
            if edit is not None:
                operations = json.loads(edit.backward if back else edit.forward)
                row.document = dump_json(patch(json.loads(row.document), operations))
                row.position += -1 if back else 1
                row.rev += 1
                row.updated_at = now()
                session.add(row)
                await session.flush()
            return await _draft(session, team, row)

    async def pulse(self, team_id: str, *, owner: str) -> TeamPulse | None:
        """Return where a team, its draft and its runs stand; `None` if there is no such team."""
        mine = and_(col(DraftRow.team_id) == TeamRow.team_id, col(DraftRow.owner) == owner)
        team = (
            select(func.coalesce(DraftRow.rev, -1), TeamRow.version, TeamRow.name)
            .select_from(TeamRow)
            .outerjoin(DraftRow, mine)
            .where(TeamRow.team_id == team_id, TeamRow.owner == owner)
            .where(col(TeamRow.deleted_at).is_(None))
        )
        run = (
            select(RunRow.run_id, RunRow.status)
            .where(RunRow.team_id == team_id, RunRow.owner == owner)
            .order_by(col(RunRow.created_at).desc())
            .limit(1)
        )
        async with self._database.read() as session:
            found = (await session.exec(team)).first()
            last = (await session.exec(run)).first()
        if found is None:
            return None
        rev, version, name = found
        run_id, status = last or ("", "")
        running = status in _UNDER_WAY
        return TeamPulse(rev=rev, version=version, name=name, run_id=run_id, running=running)

    async def mark_saved(self, team_id: str, version: int, *, owner: str, rev: int) -> Draft:
        """Note that the state at `rev` is now a version of the team."""
        async with self._database.write() as session:
            team, row = await _find(session, team_id, owner)
            row.base_version = version
            row.saved_position = row.position if row.rev == rev else None
            session.add(row)
            return await _draft(session, team, row)


async def _find_team(session: AsyncSession, team_id: str, owner: str) -> TeamRow:
    team = await session.get(TeamRow, team_id)
    if team is None or team.owner != owner or team.deleted_at is not None:
        raise NotFoundError("team", team_id)
    return team


async def _find(session: AsyncSession, team_id: str, owner: str) -> tuple[TeamRow, DraftRow]:
    team = await _find_team(session, team_id, owner)
    row = await session.get(DraftRow, (team_id, owner), with_for_update=True)
    return team, row or await _begin(session, team, owner)


async def _begin(session: AsyncSession, team: TeamRow, owner: str) -> DraftRow:
    version = await session.get(TeamVersionRow, (team.team_id, team.version))
    if version is None:
        raise NotFoundError("version", team.version)
    row = DraftRow(
        team_id=team.team_id,
        owner=owner,
        base_version=team.version,
        document=version.document,
        updated_at=now(),
    )
    session.add(row)
    await session.flush()
    return row


async def _change(session: AsyncSession, row: DraftRow, change: Change) -> None:
    document, edit = change(TeamDocument.model_validate_json(row.document))
    if edit is None:
        return
    await session.exec(
        delete(DraftEditRow).where(
            col(DraftEditRow.team_id) == row.team_id,
            col(DraftEditRow.owner) == row.owner,
            col(DraftEditRow.number) > row.position,
        )
    )
    if row.saved_position is not None and row.saved_position > row.position:
        row.saved_position = None
    row.position += 1
    row.rev += 1
    row.updated_at = now()
    row.document = document.model_dump_json()
    session.add(row)
    session.add(
        DraftEditRow(
            team_id=row.team_id,
            owner=row.owner,
            number=row.position,
            label=edit.label,
            forward=dump_json(edit.forward),
            backward=dump_json(edit.backward),
            created_at=row.updated_at,
        )
    )


def _is_clean(row: DraftRow) -> bool:
    return row.saved_position == row.position


async def _draft(session: AsyncSession, team: TeamRow, row: DraftRow) -> Draft:
    undo = await session.get(DraftEditRow, (row.team_id, row.owner, row.position))
    redo = await session.get(DraftEditRow, (row.team_id, row.owner, row.position + 1))
    document = TeamDocument.model_validate_json(row.document)
    return Draft(
        team_id=row.team_id,
        owner=row.owner,
        name=team.name,
        document=document.model_copy(update={"revision": row.rev}),
        rev=row.rev,
        base_version=row.base_version,
        head_version=team.version,
        dirty=not _is_clean(row),
        can_undo=undo is not None,
        can_redo=redo is not None,
        undo_label=undo.label if undo else "",
        redo_label=redo.label if redo else "",
        updated_at=row.updated_at,
    )
