"""The catalogue offers what can be put together."""

import re
import sys

import pytest

from studio.core.inspection import inspect_component
from studio.domain.kinds import kind_of
from studio.services.component_catalogue import ENTRIES, Entry
from studio.services.components import ComponentService
from studio.services.edit_labels import label_of_edit


async def test_every_template_of_a_component_that_is_here_fits_its_schema() -> None:
    infos = await ComponentService().catalogue()

    wrong = {
        info.provider: [str(problem) for problem in problems]
        for info in infos
        if not info.missing and (problems := inspect_component(info.template))
    }
    assert wrong == {}
    assert all(info.description and info.label for info in infos if not info.missing)


def test_every_provider_is_listed_once_and_has_a_kind() -> None:
    providers = [entry.provider for entry in ENTRIES]

    assert sorted(set(providers)) == sorted(providers)
    kinds = {kind_of({"provider": provider}) for provider in providers}
    assert kinds == {
        "team", "agent", "model", "tool", "workbench", "memory", "termination", "model_context",
        "code_executor", "other",
    }  # fmt: skip


async def test_every_component_has_a_name_of_its_own_among_its_kind() -> None:
    named = [(info.kind, info.label) for info in await ComponentService().catalogue()]

    assert sorted(set(named)) == sorted(named)
    assert not [label for _, label in named if re.search(r"Mcp|Open AI|Chat|Llama[A-Z]", label)]


async def test_what_does_not_exist_or_is_not_trusted_is_not_offered() -> None:
    service = ComponentService(
        (Entry("autogen_core.tools.NoSuchTool", {}), Entry("studio.nowhere.Thing", {}))
    )

    assert await service.catalogue() == []
    with pytest.raises(ValueError, match="trusted"):
        await service.describe("antigravity.Agent")
    assert "antigravity" not in sys.modules


@pytest.mark.parametrize(
    ("ops", "label"),
    [
        ([], ""),
        ([{"op": "set", "path": "/config/system_message"}], "Change system message"),
        ([{"op": "move"}, {"op": "move"}], "Move and 1 more"),
        ([{"op": "rename", "name": "bob"}], "Rename to bob"),
        ([{"op": "add", "component": {"provider": "a.Agent", "config": {"name": "u"}}}], "Add u"),
        ([{"op": "what"}], "Change"),
        ([{"op": "set", "path": 3}], "Change"),
    ],
)  # fmt: skip
def test_edits_have_words(ops: list[dict[str, object]], label: str) -> None:
    assert label_of_edit(ops) == label
