"""Sessions, galleries, settings and secrets in the database."""

from typing import Any

import pytest

from studio._kit.clock import now
from studio.storage.engine import Database
from studio.storage.exceptions import NotFoundError
from studio.storage.repositories.galleries import GalleryRepository
from studio.storage.repositories.secrets import SecretRepository
from studio.storage.repositories.sessions import SessionRepository
from studio.storage.repositories.settings import SettingRepository


async def test_pinned_sessions_come_first_in_every_part_of_the_list(database: Database) -> None:
    sessions = SessionRepository(database)
    made = [await sessions.add(owner="local", name=f"s{n}") for n in range(5)]
    await sessions.change(made[1].session_id, owner="local", pinned=True)
    await sessions.change(made[0].session_id, owner="local", updated_at=now())

    names: list[str] = []
    cursor: str | None = None
    while True:
        page = await sessions.list(owner="local", limit=2, cursor=cursor)
        names += [session.name for session in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break

    assert names == ["s1", "s0", "s4", "s3", "s2"]


async def test_a_deleted_session_can_be_brought_back(database: Database) -> None:
    sessions = SessionRepository(database)
    component: dict[str, Any] = {"provider": "x.Y", "config": {}}
    made = await sessions.add(owner="local", name="s", component=component)

    await sessions.change(made.session_id, owner="local", deleted_at=now())
    with pytest.raises(NotFoundError):
        await sessions.get(made.session_id, owner="local")
    await sessions.change(made.session_id, owner="local", deleted_at=None)

    assert await sessions.get(made.session_id, owner="local") == made


async def test_a_gallery_is_kept_as_it_came(database: Database) -> None:
    galleries = GalleryRepository(database)
    document: dict[str, Any] = {
        "name": "G",
        "components": {"teams": []},
        "unknown": [1, None, {"ü": 1.5}],
    }

    made = await galleries.add(document, owner="local", name="G", url="https://example.com/g")

    assert (await galleries.get(made.gallery_id, owner="local")).document == document
    assert [g.gallery_id for g in await galleries.list(owner="local")] == [made.gallery_id]
    assert await galleries.list(owner="bob") == []
    with pytest.raises(NotFoundError):
        await galleries.change(made.gallery_id, owner="bob", name="mine")


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "text", [1, {"a": None}], {}])
async def test_settings_hold_any_json(database: Database, value: object) -> None:
    settings = SettingRepository(database)
    await settings.set("key", "old", owner="local")
    await settings.set("key", value, owner="local")

    assert await settings.get("key", owner="local") == value
    assert await settings.all(owner="local") == {"key": value}
    assert await settings.all(owner="bob") == {}
    await settings.delete("key", owner="local")
    await settings.delete("key", owner="local")
    assert await settings.all(owner="local") == {}


async def test_secrets_belong_to_their_owner(database: Database) -> None:
    secrets = SecretRepository(database)
    await secrets.set("B", b"1", owner="ann")
    await secrets.set("A", b"2", owner="ann")
    await secrets.set("A", b"3", owner="ann")

    assert await secrets.all(owner="ann") == {"A": b"3", "B": b"1"}
    assert [info.name for info in await secrets.list(owner="ann")] == ["A", "B"]
    assert await secrets.all(owner="bob") == {}
    await secrets.delete("A", owner="bob")
    await secrets.delete("B", owner="ann")
    assert list(await secrets.all(owner="ann")) == ["A"]
