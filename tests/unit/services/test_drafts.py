"""Drafts as services see them: who changes what, and who hears of it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from studio._kit.settings import Settings
from studio.services.container import Services, build_services
from studio.services.documents import TeamPulse
from tests.support import team_json as t


@pytest.fixture
async def services(tmp_path: Path) -> AsyncGenerator[Services]:
    async with build_services(Settings(appdir=tmp_path)) as built:
        yield built


async def test_who_follows_a_team_hears_of_each_change_once(
    services: Services, tmp_path: Path
) -> None:
    team = await services.teams.create(t.round_robin(t.agent("a")), name="Team")
    changes = services.drafts.follow(team.team_id, every_s=0.01)
    first = await anext(changes)

    op = {"op": "set", "path": "/config/max_turns", "value": 3}
    draft = await services.drafts.apply(team.team_id, [op])
    edited = await anext(changes)
    await services.drafts.save(team.team_id)
    saved = await anext(changes)
    async with build_services(Settings(appdir=tmp_path), adopt_runs=False).documents() as other:
        await other.teams.rename(team.team_id, "Other")
    renamed = await anext(changes)
    rest = asyncio.ensure_future(_all(changes))
    await services.drafts.apply(team.team_id, [op])
    await services.teams.delete(team.team_id)

    assert (first.rev, first.name) == (-1, "Team")
    assert edited.rev == draft.rev
    assert saved.version == first.version + 1
    assert renamed.name == "Other"
    assert await rest == []


async def _all(changes: AsyncGenerator[TeamPulse]) -> list[TeamPulse]:
    return [now async for now in changes]


async def test_a_run_under_way_is_told_until_it_ends(services: Services) -> None:
    team = await services.teams.create(t.round_robin(t.person()), name="Team")
    async with aclosing(services.drafts.follow(team.team_id, every_s=0.01)) as changes:
        assert (await anext(changes)).run_id == ""

        run = await services.runs.start("Go", team_id=team.team_id)
        begun = await anext(changes)
        await services.runs.cancel(run.run_id)
        ended = await anext(changes)

        assert (begun.run_id, begun.running) == (run.run_id, True)
        assert (ended.run_id, ended.running) == (run.run_id, False)
