"""The services start, stop and keep together."""

from pathlib import Path
from typing import Any

import pytest

from studio._kit.errors import UsageError
from studio._kit.settings import Settings
from studio.services.container import build_services
from studio.services.exceptions import DatabaseError

UNTRUSTED: dict[str, Any] = {
    "provider": "some_company.agents.Agent",
    "component_type": "agent",
    "config": {},
}


async def test_starting_and_stopping_twice_is_harmless(tmp_path: Path) -> None:
    services = build_services(Settings(appdir=tmp_path))
    for _ in range(2):
        await services.start()
        await services.start()
        assert (await services.teams.list()).items == []
        await services.stop()
        await services.stop()


async def test_a_start_that_fails_can_be_tried_again(tmp_path: Path) -> None:
    (tmp_path / "studio.db").mkdir()
    services = build_services(Settings(appdir=tmp_path))
    with pytest.raises(DatabaseError):
        await services.start()

    (tmp_path / "studio.db").rmdir()

    async with services:
        assert (await services.teams.list()).items == []


async def test_the_database_can_be_elsewhere(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.db'}"
    async with build_services(Settings(appdir=tmp_path / "app", database_url=url)):
        pass

    assert (tmp_path / "other.db").is_file()
    assert [file.name for file in (tmp_path / "app").iterdir()] == ["token"]


async def test_an_administrator_can_trust_a_namespace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted: list[str] = []
    monkeypatch.setattr("studio.services.settings.trust_namespaces", trusted.append)
    async with build_services(Settings(appdir=tmp_path)) as services:

        async def messages() -> list[str]:
            problems = await services.checks.validate(UNTRUSTED)
            return [p.message for p in problems if p.path == "/provider" and p.code == "CV703"]

        assert len(await messages()) == 1
        await services.settings.set("trusted_namespaces", ["some_company.agents"])
        assert await messages() == []
        with pytest.raises(UsageError):
            await services.settings.set("trusted_namespaces", "some_company")
    assert trusted == ["some_company.agents"]


async def test_a_draft_survives_a_restart_with_its_history(tmp_path: Path) -> None:
    settings = Settings(appdir=tmp_path)
    async with build_services(settings) as services:
        [item, *_] = await services.gallery.items(kind="team")
        team = await services.gallery.use(item.item_id, name="Mine")
        for label in ("one", "two"):
            op = {"op": "set", "path": "/label", "value": label}
            await services.drafts.apply(team.team_id, [op])

    async with build_services(settings) as services:
        draft = await services.drafts.open(team.team_id)
        assert (draft.document.component["label"], draft.dirty, draft.rev) == ("two", True, 2)
        await services.drafts.undo(team.team_id)
        back = await services.drafts.undo(team.team_id)
        assert back.document.component == item.component
        assert not back.dirty
