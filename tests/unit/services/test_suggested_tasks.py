"""What a team might be asked: given by templates, kept with the team."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio._kit.settings import load_settings
from studio.services.container import Services, build_services
from tests.support.team_json import agent, round_robin


@pytest.fixture
async def held(tmp_path: Path) -> AsyncIterator[Services]:
    async with build_services(load_settings(appdir=tmp_path)) as services:
        yield services


async def test_every_template_suggests_what_to_ask(held: Services) -> None:
    for item in await held.gallery.items(kind="team", gallery_id="builtin"):
        team = await held.gallery.use(item.item_id)
        assert (await held.teams.get(team.team_id)).document.tasks, item.item_id


async def test_suggestions_are_kept_once_in_a_version_of_the_team(held: Services) -> None:
    team = await held.teams.create(round_robin(agent("ann")))

    await held.teams.suggest(team.team_id, ["Add  two numbers.", "Add two numbers.", " "])
    changed = await held.teams.suggest(team.team_id, ["Add two numbers."])

    assert changed.document.tasks == ["Add two numbers."]
    assert changed.version == 2


async def test_an_edit_of_the_team_keeps_its_suggestions(held: Services) -> None:
    team = await held.teams.create(round_robin(agent("ann")))
    await held.teams.suggest(team.team_id, ["Add two numbers."])
    draft = await held.drafts.open(team.team_id)

    changed = await held.drafts.apply(
        team.team_id, [{"op": "set", "path": "/label", "value": "Renamed"}], base_rev=draft.rev
    )

    assert changed.document.tasks == ["Add two numbers."]
