"""The state of the Build page, over real services and a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from studio._kit.settings import Settings
from studio.services.container import Services, build_services
from studio.ui.features.builder.state import BuilderState
from studio.ui.kit.services import use_services
from tests.support.team_json import component, replay

JsonDict = dict[str, Any]


def agent(name: str) -> JsonDict:
    return component(
        "autogen_agentchat.agents.AssistantAgent",
        "agent",
        name=name,
        description=f"{name} helps.",
        system_message="Help.",
        model_client=replay("Hello."),
        reflect_on_tool_use=False,
        tool_call_summary_format="{result}",
    )


def team(*agents: JsonDict) -> JsonDict:
    limit = component(
        "autogen_agentchat.conditions.MaxMessageTermination", "termination", max_messages=3
    )
    return component(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        "team",
        participants=list(agents),
        termination_condition=limit,
    )


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    held = build_services(Settings(appdir=tmp_path))
    use_services(held)
    async with held:
        yield held


async def opened(services: Services, *agents: str) -> BuilderState:
    made = await services.teams.create(team(*[agent(name) for name in agents]), name="Mine")
    state = BuilderState()
    state.team_id = made.team_id
    await state._publish(await services.drafts.open(made.team_id))
    return state


async def run_to_end(handler: Any) -> list[Any]:
    """Run an event handler and return the events that it sends to the browser."""
    return [event async for event in handler]


async def apply(state: BuilderState, *ops: JsonDict, seq: int = 1) -> list[Any]:
    return await run_to_end(state.apply_ops(list(ops), seq, state.graph["rev"]))


async def test_an_opened_team_is_shown_with_its_name_and_flags(services: Services) -> None:
    state = await opened(services, "one", "two")

    assert state.name == "Mine"
    assert [node["data"]["label"] for node in state.graph["nodes"]][1:] == ["one", "two"]
    assert (state.flags["dirty"], state.flags["can_undo"]) == (False, False)


async def test_a_batch_is_acknowledged_and_the_canvas_published(services: Services) -> None:
    state = await opened(services, "one")

    await apply(state, {"op": "add", "component": agent("two"), "target": ""}, seq=7)

    assert state.ack == 7
    assert len(state.graph["nodes"]) == 3
    assert state.flags["dirty"]


async def test_a_move_publishes_no_canvas(services: Services) -> None:
    state = await opened(services, "one")
    before = state.graph

    await apply(state, {"op": "move", "id": before["nodes"][1]["id"], "x": 800, "y": 80})

    assert state.graph["rev"] == before["rev"]
    assert state.flags["rev"] == before["rev"] + 1


async def test_a_value_that_no_node_shows_publishes_no_canvas(services: Services) -> None:
    state = await opened(services, "one")
    before = state.graph["rev"]

    path = "/config/participants/0/config/system_message"
    await apply(state, {"op": "set", "path": path, "value": "Be brief."})

    assert state.graph["rev"] == before


async def test_a_refused_batch_changes_nothing_and_says_why(services: Services) -> None:
    state = await opened(services, "one", "two")

    events = await apply(
        state, {"op": "rename", "path": "/config/participants/0", "name": "two"}, seq=3
    )

    assert (state.ack, state.refused) == (3, 1)
    assert "two" in str(events[0])
    assert not state.flags["dirty"]


async def test_undo_and_redo_publish_the_canvas_again(services: Services) -> None:
    state = await opened(services, "one", "two")
    await apply(state, {"op": "remove", "path": "/config/participants/1"})

    await state.command("undo", None)
    assert len(state.graph["nodes"]) == 3
    await state.command("redo", None)

    assert len(state.graph["nodes"]) == 2


async def test_a_scope_that_is_gone_falls_back_to_the_whole_team(services: Services) -> None:
    inner = team(agent("inside"))
    made = await services.teams.create(team(agent("one"), inner))
    state = BuilderState()
    state.team_id = made.team_id
    await state.command("scope", "/config/participants/1")
    assert state.scope == "/config/participants/1"

    await apply(state, {"op": "remove", "path": "/config/participants/1"})

    assert state.scope == ""
    assert [node["data"]["label"] for node in state.graph["nodes"]][1:] == ["one"]


async def test_saving_over_someone_else_asks_first(services: Services) -> None:
    state = await opened(services, "one")
    await apply(state, {"op": "rename", "path": "/config/participants/0", "name": "mine"})
    held = await services.teams.get(state.team_id)
    await services.teams.save(state.team_id, team(agent("theirs")), base_version=held.version)

    await run_to_end(state.save(None))
    assert state.conflict == 2
    await run_to_end(state.save(state.conflict))

    assert state.conflict == 0
    newest = await services.teams.get(state.team_id)
    assert newest.version == 3
    assert newest.document.component["config"]["participants"][0]["config"]["name"] == "mine"


async def test_a_team_with_errors_is_not_run(services: Services) -> None:
    state = await opened(services)

    events = await run_to_end(state.run())

    assert "redirect" not in str(events[0])
    assert (await services.sessions.list()).items == []
