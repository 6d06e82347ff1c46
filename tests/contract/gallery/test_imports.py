"""Files that people bring, in every shape AutoGen Studio has written them."""

import json
from typing import Any

import pytest
import yaml

from studio.gallery import GalleryImportError, read_import
from tests.support import team_json as t

TEAM = t.round_robin(t.agent("a"))
CONFIG: dict[str, Any] = {
    "id": "gallery_default",
    "name": "Default",
    "url": None,
    "metadata": {"author": "x", "version": "1.0.0", "homepage": None, "lastSynced": "2025"},
    "components": {
        "agents": [t.agent("a")],
        "models": [t.model()],
        "tools": [],
        "terminations": [t.mention()],
        "teams": [TEAM],
        "workbenches": [t.mcp()],
    },
}
ROW = {
    "id": 7,
    "user_id": "guest",
    "version": "0.0.1",
    "created_at": "2025-01-01",
    "updated_at": "2025-01-01",
    "config": CONFIG,
}


@pytest.mark.parametrize(
    "data", [CONFIG, ROW, {"status": True, "data": ROW}, {"status": True, "data": [ROW]}]
)
def test_a_gallery_comes_in_in_all_its_shapes(data: dict[str, Any]) -> None:
    gallery = read_import(json.dumps(data)).gallery

    assert gallery is not None
    assert gallery.name == "Default"
    assert gallery.components == CONFIG["components"]
    assert gallery.metadata == CONFIG["metadata"]


@pytest.mark.parametrize(
    "data",
    [
        TEAM,
        [TEAM],
        {"id": 3, "user_id": "guest", "component": TEAM},
        {"status": True, "data": {"id": 3, "component": TEAM}},
        {"status": True, "data": [{"id": 3, "component": TEAM}]},
    ],
)
def test_a_team_comes_in_in_all_its_shapes(data: Any) -> None:
    found = read_import(json.dumps(data))

    assert found.gallery is None
    assert found.components == found.teams == [TEAM]


def test_yaml_and_a_byte_order_mark_are_understood() -> None:
    assert read_import(yaml.safe_dump(TEAM)).components == [TEAM]
    assert read_import(b"\xef\xbb\xbf" + json.dumps(TEAM).encode()).components == [TEAM]
    assert read_import("\ufeff" + json.dumps(TEAM)).components == [TEAM]


def test_single_components_become_a_gallery_by_kind() -> None:
    found = read_import([TEAM, t.model(), t.function_tool()])

    gallery = found.as_gallery("Mine")

    assert sorted(gallery.components) == ["models", "teams", "tools"]
    assert gallery.name == "Mine"


def test_unknown_keys_of_a_gallery_survive() -> None:
    gallery = read_import({**CONFIG, "pinned": True}).gallery

    assert gallery is not None
    assert gallery.model_dump()["pinned"] is True


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('{"provider": "x",', "line 1"),
        ("", "line 1"),
        ("[]", "an empty list"),
        ('{"a": 1}', "an object with 'a'"),
        ("3", "a single int"),
        ("null", "empty"),
        ("a: [b", "neither JSON nor YAML"),
        (b"\xff\xfe\x00", "UTF-8"),
        ('[{"a": 1}]', "a list with other things"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(source: str | bytes, said: str) -> None:
    with pytest.raises(GalleryImportError, match=said) as caught:
        read_import(source)

    assert caught.value.hint


def test_nothing_is_imported_or_run_while_reading() -> None:
    evil = t.function_tool(source='raise SystemExit("run!")\n\ndef add(a: int) -> int: return a\n')
    strange = t.component("os.path.Nothing", "agent", name="x")

    found = read_import([evil, strange])

    assert found.components == [evil, strange]
