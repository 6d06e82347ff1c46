"""What comes with Studio is sound, and what AutoGen Studio writes comes in."""

import json

import pytest

from studio.domain.canvas import project
from studio.domain.gallery_entry import GalleryItem
from studio.domain.secrets import find_secrets
from studio.domain.slots import walk
from studio.domain.team_spec import TeamDocument
from studio.domain.validation import check
from studio.gallery import builtin_gallery, builtin_items, read_import, search
from studio.gallery.index import index_file, index_text

ITEMS = builtin_items()
BY_ID = pytest.mark.parametrize("item", ITEMS, ids=[item.id for item in ITEMS])
KEYLESS = [item for item in ITEMS if item.kind == "team" and item.replay]


@BY_ID
def test_a_component_is_sound_described_and_without_a_key(item: GalleryItem) -> None:
    problems = [problem for problem in check(item.component) if problem.code != "CV308"]

    assert problems == []
    assert item.description.endswith(".")
    assert [where for where in find_secrets(item.component) if where[2]] == []
    for _, component in walk(item.component):
        assert component["provider"].startswith("autogen_")
        assert isinstance(component["label"], str)


@BY_ID
def test_a_component_that_needs_a_key_says_so(item: GalleryItem) -> None:
    for name in item.needs:
        assert name in item.description or item.kind not in {"team", "model", "tool"}


def test_there_is_something_of_every_kind() -> None:
    kinds = {item.kind for item in ITEMS}

    assert kinds >= {
        "team",
        "agent",
        "model",
        "tool",
        "workbench",
        "termination",
        "memory",
        "model_context",
        "code_executor",
    }
    assert len(ITEMS) >= 34


def test_the_first_teams_run_without_a_key() -> None:
    teams = [item for item in ITEMS if item.kind == "team"]

    assert teams[: len(KEYLESS)] == KEYLESS
    assert len(KEYLESS) >= 3
    for item in KEYLESS:
        assert "no key" in item.description
        assert item.needs == []
        assert item.outline is not None
        assert len(project(TeamDocument(component=item.component))["nodes"]) >= 3


def test_each_kind_of_team_has_an_example() -> None:
    kinds = {item.outline.kind for item in ITEMS if item.outline}

    assert kinds >= {"RoundRobinGroupChat", "SelectorGroupChat", "Swarm", "GraphFlow"}


def test_the_index_is_current() -> None:
    assert index_file().read_text(encoding="utf-8") == index_text(), (
        "run: python -m studio.gallery.index"
    )


def test_every_file_is_in_the_gallery() -> None:
    files = set(index_file().parent.glob("*/*.json"))

    assert {f"{path.parent.name}/{path.stem}" for path in files} == {item.id for item in ITEMS}


def test_the_gallery_goes_out_and_comes_in_unchanged() -> None:
    gallery = builtin_gallery()

    again = read_import(json.dumps(gallery.model_dump()))

    assert again.gallery == gallery


def test_search_finds_by_words_of_all_fields_best_first() -> None:
    assert search(ITEMS, "travel")[0].id == "teams/travel_planner"
    assert search(ITEMS, "calculator")[0].id == "tools/calculator"
    assert {item.kind for item in search(ITEMS, "", "model")} == {"model"}
    assert search(ITEMS, "no such thing") == []
