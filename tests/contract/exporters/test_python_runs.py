"""Exported programs say what the team in Studio says."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from studio._kit.settings import environment
from studio.agentchat.messages import BaseChatMessage
from studio.agentchat.teams import BaseGroupChat
from studio.domain.gallery_entry import GalleryItem
from studio.domain.secrets import fill_placeholders, find_placeholders
from studio.exporters import export
from studio.gallery import builtin_items
from tests.support.provider import ProviderServer
from tests.support.team_json import unpaced

ROOT = Path(__file__).parents[3]
TEAMS = [
    item
    for item in builtin_items()
    if item.kind == "team" and item.replay and item.id != "teams/expense_approval"
]


KEYED = [
    item
    for item in builtin_items()
    if item.kind == "team" and not item.replay and item.id != "teams/web_operator"
]


async def run_script(
    path: Path, *arguments: str, answers: str = "", **env: str
) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(path),
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=path.parent,
        env={**environment(), "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": "", **env},
    )
    out, err = await asyncio.wait_for(process.communicate(answers.encode()), timeout=60)
    return process.returncode or 0, out.decode(), err.decode()


async def conversation(component: dict[str, Any], task: str) -> list[str]:
    team: Any = BaseGroupChat.load_component(component)
    result = await team.run(task=task)
    return [item.to_text() for item in result.messages if isinstance(item, BaseChatMessage)]


@pytest.mark.parametrize("item", TEAMS, ids=[item.id for item in TEAMS])
async def test_an_exported_team_has_the_same_conversation(
    item: GalleryItem, tmp_path: Path
) -> None:
    component = unpaced(item.component)
    script = tmp_path / "team.py"
    script.write_bytes(export(component, "python").data)

    code, out, err = await run_script(script, "Plan", "it")

    assert (code, err) == (0, "")
    shown = " ".join(out.split())
    for text in await conversation(component, "Plan it"):
        assert " ".join(text.split()) in shown


@pytest.mark.parametrize("item", KEYED, ids=[item.id for item in KEYED])
async def test_an_exported_team_asks_its_model_the_same(
    item: GalleryItem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "team.py"
    script.write_bytes(export(item.component, "python").data)

    with ProviderServer() as provider:
        monkeypatch.setenv("OPENAI_BASE_URL", provider.openai_url)
        names = find_placeholders(item.component)
        filled = fill_placeholders(item.component, lambda _: provider.key)
        expected = await conversation(filled, "Hello there")
        asked = [request["messages"] for request in provider.requests]
        provider.requests.clear()
        keys = dict.fromkeys(names, provider.key)
        code, out, err = await run_script(script, "Hello", "there", **keys)
        asked_by_script = [request["messages"] for request in provider.requests]

    assert (code, err) == (0, "")
    assert asked_by_script == asked
    assert len(asked) > 1
    shown = " ".join(out.split())
    for text in expected:
        assert " ".join(text.split()) in shown


async def test_an_exported_team_asks_the_person_at_the_terminal(tmp_path: Path) -> None:
    item = next(item for item in builtin_items() if item.id == "teams/expense_approval")
    script = tmp_path / "team.py"
    script.write_bytes(export(unpaced(item.component), "python").data)

    code, out, _ = await run_script(script, "Trip to Hamburg", answers="Yes, do it\n")

    assert code == 0
    assert "214.4" in out
    assert "Yes, do it" in out
    assert "TERMINATE" in out


async def test_a_missing_key_is_named_in_a_sentence(tmp_path: Path) -> None:
    item = next(item for item in builtin_items() if item.id == "teams/calculator_team")
    script = tmp_path / "team.py"
    script.write_bytes(export(item.component, "python").data)

    code, _, err = await run_script(script, "2+2")

    assert code == 1
    assert err.startswith("Set OPENAI_API_KEY in the environment first")
