"""Teams, versions and drafts in the database."""

import pytest

from studio._kit.errors import UsageError
from studio.domain.team_spec import TeamDocument
from studio.storage.documents import Edit
from studio.storage.engine import Database
from studio.storage.exceptions import ConflictError, NotFoundError
from studio.storage.repositories.drafts import Change, DraftRepository
from studio.storage.repositories.teams import TeamRepository


def a_document(label: str) -> TeamDocument:
    return TeamDocument(component={"provider": "x.Y", "label": label, "config": {"ключ": "ü"}})


def relabel(label: str) -> Change:
    def change(document: TeamDocument) -> tuple[TeamDocument, Edit | None]:
        before = document.component["label"]
        path = "/component/label"
        return a_document(label), Edit(
            label=f"to {label}",
            forward=[{"op": "replace", "path": path, "value": label}],
            backward=[{"op": "replace", "path": path, "value": before}],
        )

    return change


def patch(document: dict[str, object], operations: list[dict[str, object]]) -> dict[str, object]:
    component = {**document["component"], "label": operations[0]["value"]}  # type: ignore[dict-item]
    return {**document, "component": component}


async def test_a_team_comes_back_as_it_was_stored(database: Database) -> None:
    teams = TeamRepository(database)

    made = await teams.add(a_document("one"), owner="local", name="One", summary={"agents": ["a"]})

    assert await teams.get(made.team_id, owner="local") == made
    assert made.document.component == a_document("one").component
    assert made.document.revision == 1


async def test_each_save_is_a_version_that_stays(database: Database) -> None:
    teams = TeamRepository(database)
    team = await teams.add(a_document("one"), owner="local", name="One")

    second = await teams.save(
        team.team_id, a_document("two"), owner="local", base_version=1, name="better"
    )

    assert (second.version, second.name, second.author) == (2, "better", "local")
    first = await teams.version(team.team_id, 1, owner="local")
    assert first.document.component["label"] == "one"
    listed = await teams.versions(team.team_id, owner="local")
    assert [info.version for info in listed.items] == [2, 1]


async def test_the_second_of_two_savers_is_given_what_the_first_saved(database: Database) -> None:
    teams = TeamRepository(database)
    team = await teams.add(a_document("one"), owner="local", name="One")
    theirs = await teams.save(team.team_id, a_document("two"), owner="local", base_version=1)

    with pytest.raises(ConflictError) as caught:
        await teams.save(team.team_id, a_document("three"), owner="local", base_version=1)

    assert caught.value.theirs == theirs
    assert (await teams.get(team.team_id, owner="local")).version == 2


async def test_teams_are_listed_in_parts_without_gap_or_repeat(database: Database) -> None:
    teams = TeamRepository(database)
    made = [
        (await teams.add(a_document(str(n)), owner="local", name=f"Team {n}")).team_id
        for n in range(7)
    ]

    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = await teams.list(owner="local", limit=3, cursor=cursor)
        seen += [team.team_id for team in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break

    assert seen == made[::-1]


async def test_teams_are_found_by_a_part_of_their_name_taken_literally(database: Database) -> None:
    teams = TeamRepository(database)
    for name in ("100% sure", "100 times", "Other"):
        await teams.add(a_document(name), owner="local", name=name)

    found = await teams.list(owner="local", query="100%")

    assert [team.name for team in found.items] == ["100% sure"]


@pytest.mark.parametrize("cursor", ["", "x", "bm9uc2Vuc2U", "WzFd", "WyJhIiwiYiJd", "é", "W10"])
async def test_a_foreign_cursor_is_refused(database: Database, cursor: str) -> None:
    teams = TeamRepository(database)
    if not cursor:
        assert (await teams.list(owner="local", cursor=cursor)).items == []
        return

    with pytest.raises(UsageError, match="cursor"):
        await teams.list(owner="local", cursor=cursor)


async def test_nobody_sees_the_teams_of_others(database: Database) -> None:
    teams, drafts = TeamRepository(database), DraftRepository(database)
    team = await teams.add(a_document("one"), owner="ann", name="One")

    assert (await teams.list(owner="bob")).items == []
    for attempt in (
        teams.get(team.team_id, owner="bob"),
        teams.versions(team.team_id, owner="bob"),
        teams.version(team.team_id, 1, owner="bob"),
        teams.save(team.team_id, a_document("x"), owner="bob", base_version=1),
        teams.change(team.team_id, owner="bob", name="mine"),
        drafts.open(team.team_id, owner="bob"),
    ):
        with pytest.raises(NotFoundError):
            await attempt


async def test_a_draft_remembers_every_edit_across_openings(database: Database) -> None:
    team = await TeamRepository(database).add(a_document("one"), owner="local", name="One")
    for number in range(20):
        await DraftRepository(database).change(
            team.team_id, relabel(f"edit {number}"), owner="local"
        )

    drafts = DraftRepository(database)  # as after a restart
    for number in range(18, -1, -1):
        draft = await drafts.step(team.team_id, patch, owner="local", back=True)
        assert draft.document.component["label"] == f"edit {number}"
    draft = await drafts.step(team.team_id, patch, owner="local", back=True)

    assert (draft.document.component["label"], draft.can_undo, draft.can_redo) == (
        "one", False, True,
    )  # fmt: skip
    assert draft.redo_label == "to edit 0"
    assert not draft.dirty
    assert (await drafts.step(team.team_id, patch, owner="local", back=True)) == draft


async def test_an_edit_after_undo_forgets_what_could_be_redone(database: Database) -> None:
    drafts = DraftRepository(database)
    team = await TeamRepository(database).add(a_document("one"), owner="local", name="One")
    await drafts.change(team.team_id, relabel("two"), owner="local")
    await drafts.step(team.team_id, patch, owner="local", back=True)

    draft = await drafts.change(team.team_id, relabel("three"), owner="local")

    assert (draft.can_redo, draft.undo_label, draft.rev) == (False, "to three", 3)


async def test_an_edit_to_an_old_revision_is_given_the_draft_as_it_stands(
    database: Database,
) -> None:
    drafts = DraftRepository(database)
    team = await TeamRepository(database).add(a_document("one"), owner="local", name="One")
    current = await drafts.change(team.team_id, relabel("two"), owner="local", base_rev=0)

    with pytest.raises(ConflictError) as caught:
        await drafts.change(team.team_id, relabel("three"), owner="local", base_rev=0)

    assert caught.value.theirs == current


async def test_a_saved_draft_is_clean_until_it_is_undone(database: Database) -> None:
    drafts = DraftRepository(database)
    team = await TeamRepository(database).add(a_document("one"), owner="local", name="One")
    draft = await drafts.change(team.team_id, relabel("two"), owner="local")
    assert draft.dirty

    saved = await drafts.mark_saved(team.team_id, 1, owner="local", rev=draft.rev)
    undone = await drafts.step(team.team_id, patch, owner="local", back=True)
    redone = await drafts.step(team.team_id, patch, owner="local", back=False)

    assert (saved.dirty, undone.dirty, redone.dirty) == (False, True, False)
