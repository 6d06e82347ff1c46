"""Commands of the playground over the real services."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from studio._kit.settings import load_settings
from studio.services.container import Services, build_services
from studio.ui.features.playground.commands import COMMANDS, run_brief, start_both
from tests.support.team_json import component, person, replay

JsonDict = dict[str, Any]


def _team() -> JsonDict:
    ann = component(
        "autogen_agentchat.agents.AssistantAgent",
        "agent",
        name="ann",
        description="Talks",
        model_client=replay("May I?", "Done.", "More."),
        reflect_on_tool_use=False,
        tool_call_summary_format="{result}",
    )
    stop = component(
        "autogen_agentchat.conditions.MaxMessageTermination", "termination", max_messages=4
    )
    return component(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        "team",
        participants=[ann, person("boss")],
        termination_condition=stop,
    )


@pytest.fixture
async def held(tmp_path: Path) -> AsyncIterator[Services]:
    async with build_services(load_settings(appdir=tmp_path)) as services:
        yield services


async def _do(held: Services, name: str, **value: Any) -> Any:
    return await COMMANDS[name](held.runs, value)


async def _until(held: Services, run_id: str, kind: str) -> JsonDict:
    async for batch in held.runs.subscribe(run_id):
        for event in batch:
            if event.type == kind:
                return event.body
    raise AssertionError(kind)


async def test_a_task_is_given_answered_repeated_and_forked(held: Services) -> None:
    session = await held.sessions.create(component=_team())
    run = await _do(held, "start", session_id=session.session_id, task="Begin.")
    question = await _until(held, run.run_id, "question")

    await _do(
        held, "answer", run_id=run.run_id, request_id=question["request_id"], value="You may."
    )
    await _until(held, run.run_id, "result")
    again = await _do(
        held, "start", session_id=session.session_id, repeat=run.run_id, options={"fresh": True}
    )
    fork = await _do(held, "fork", run_id=run.run_id, seq=2, message="Begin otherwise.")

    assert again.task[0]["content"] == "Begin."
    assert (fork.parent_run_id, fork.task[0]["content"]) == (run.run_id, "Begin otherwise.")
    assert run_brief(fork)["session_id"] == session.session_id
    for one in (again, fork):
        await _do(held, "cancel", run_id=one.run_id)


async def test_breakpoints_of_a_run_that_has_ended_are_left_alone(held: Services) -> None:
    session = await held.sessions.create(component=_team())
    run = await _do(held, "start", session_id=session.session_id, task="Begin.")
    await _do(held, "cancel", run_id=run.run_id)

    ended = await _do(
        held, "breakpoints", run_id=run.run_id, breakpoints=[{"kind": "agent", "name": "ann"}]
    )

    assert ended.status == "stopped"
    assert ended.options.breakpoints == []


async def test_the_same_task_goes_to_the_team_of_a_run_and_to_a_version_of_another(
    held: Services,
) -> None:
    session = await held.sessions.create(component=_team())
    first = await _do(held, "start", session_id=session.session_id, task="Begin.")
    await _do(held, "cancel", run_id=first.run_id)

    mine = {"session_id": session.session_id}
    saved = await held.teams.create(_team(), name="Saved")
    sides = [{**mine, "run_id": first.run_id}, {**mine, "team_id": saved.team_id, "version": 1}]
    left, right = await start_both(held.runs, sides, "Both.")

    assert (left.name, left.team_id) == ("Both.", None)
    assert (right.name, right.team_id, right.team_version) == ("Both.", saved.team_id, 1)
    assert (left.session_id, right.session_id) == (session.session_id, session.session_id)
    for run in (left, right):
        await held.runs.cancel(run.run_id)


async def test_a_budget_is_changed_in_mid_run(held: Services) -> None:
    session = await held.sessions.create(component=_team())
    run = await _do(held, "start", session_id=session.session_id, task="Begin.")

    await _do(held, "budget", run_id=run.run_id, budget={"turns": 7})

    assert (await held.runs.get(run.run_id)).options.budget.turns == 7
    await _do(held, "cancel", run_id=run.run_id)
