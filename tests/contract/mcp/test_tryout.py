"""An MCP server is tried by itself: what it offers is listed, and each kind of it is used."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from studio._kit.settings import Settings
from studio.services.container import Services, build_services
from studio.services.tryouts import TrialOutcome
from tests.support.mcp_params import stdio
from tests.support.team_json import component

JsonDict = dict[str, Any]


@pytest.fixture
async def services(tmp_path: Path) -> AsyncGenerator[Services]:
    async with build_services(Settings(appdir=tmp_path)) as started:
        yield started


async def tried(services: Services, **given: Any) -> TrialOutcome:
    params = stdio().model_dump(mode="json")
    bench = component("autogen_ext.tools.mcp.McpWorkbench", "workbench", server_params=params)
    return await services.tryouts.try_component(bench, given, confirmed=True)


async def test_everything_that_a_server_offers_is_listed(services: Services) -> None:
    outcome = await tried(services)

    assert outcome.ok
    assert outcome.summary.endswith("2 resources, 1 prompt.")
    assert "add" in {tool["name"] for tool in outcome.result["tools"]}
    assert [item["uri"] for item in outcome.result["resources"]] == ["note://today"]
    assert [item["uri"] for item in outcome.result["templates"]] == ["note://{day}/full"]
    assert outcome.result["prompts"][0]["input_schema"]["required"] == ["name"]


async def test_a_resource_is_read(services: Services) -> None:
    outcome = await tried(services, resource="note://today")

    assert (outcome.ok, outcome.result["text"]) == (True, "sunny")


async def test_a_prompt_is_filled_in(services: Services) -> None:
    outcome = await tried(services, prompt="greet", arguments={"name": "Ada"})

    assert outcome.result["prompt"] == [{"source": "user", "text": "Say hello to Ada."}]


async def test_what_a_prompt_needs_is_told(services: Services) -> None:
    outcome = await tried(services, prompt="greet")

    assert not outcome.ok
    assert outcome.error is not None
    assert "needs name" in outcome.error.message


async def test_a_tool_is_called(services: Services) -> None:
    outcome = await tried(services, tool="add", arguments={"a": 2, "b": 3})

    assert (outcome.ok, outcome.result["text"]) == (True, "5")
