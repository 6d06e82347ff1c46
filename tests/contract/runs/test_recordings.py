"""Any run can be played again: from its log, or by the team with recorded answers."""

import json
from pathlib import Path

import pytest

from studio._kit.errors import UsageError
from studio.domain.run import RunOptions
from tests.support.run_lab import Lab, said
from tests.support.run_models import FAILURES, NOTES, agent, replay_model, team, tool_agent

TEAM = team(
    tool_agent("a", 'call:note:{"text": "x"}'),
    agent("b", model=replay_model("two", "four")),
    turns=4,
)


async def test_a_run_is_executed_again_without_models_and_tools(lab: Lab) -> None:
    run = await lab.run(TEAM)
    NOTES.clear()

    again = await lab.run(TEAM, options=RunOptions(replay_of=run.run_id))

    assert again.status == "completed"
    assert said(await lab.events(again)) == said(await lab.events(run))
    assert NOTES == []


async def test_a_recording_can_be_taken_elsewhere(lab: Lab) -> None:
    run = await lab.run(TEAM)
    cassette = [json.loads(event.to_json()) for event in await lab.events(run)]
    NOTES.clear()

    again = await lab.run(TEAM, options=RunOptions(cassette=cassette))

    assert said(await lab.events(again)) == said(await lab.events(run))
    assert NOTES == []


async def test_a_recording_needs_no_keys(lab: Lab) -> None:
    lab.keys["KEY"] = "a-secret-value"
    component = team(agent("a", "one"), turns=1)
    component["config"]["participants"][0]["config"]["model_client"]["config"]["key"] = "${KEY}"
    run = await lab.run(component)
    del lab.keys["KEY"]

    again = await lab.run(component, options=RunOptions(replay_of=run.run_id))

    assert again.status == "completed"


async def test_the_place_on_the_tape_survives_a_restart(lab: Lab) -> None:
    run = await lab.run(TEAM)
    again = await lab.start(TEAM, options=RunOptions(replay_of=run.run_id))
    await lab.until(again, lambda e: e.type == "turn" and e.body["turn"] == 2)

    await lab.restart()

    await lab.ended(again)
    assert said(await lab.events(again)) == said(await lab.events(run))


async def test_a_recording_that_ends_too_early_says_so(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "one"), turns=1))

    again = await lab.run(
        team(agent("a", "one"), turns=2), options=RunOptions(replay_of=run.run_id)
    )

    assert (again.status, again.code) == ("failed", "run.recording")
    assert again.reason == "the recording has no further answer for 'a'"


async def test_a_log_is_played_at_any_pace(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "one"), turns=1))

    played = [
        event async for batch in lab.engine.subscribe(run.run_id, speed=1000) for event in batch
    ]

    assert played == await lab.events(run)
    with pytest.raises(UsageError, match="is not positive"):
        await anext(lab.engine.subscribe(run.run_id, speed=0))


async def test_a_failed_call_is_no_part_of_the_tape(lab: Lab) -> None:
    FAILURES["down"] = ConnectionError("refused")
    run = await lab.run(team(agent("a", "one", "!down"), turns=3))
    assert run.status == "failed"

    again = await lab.run(
        team(agent("a", "one"), turns=1), options=RunOptions(replay_of=run.run_id)
    )

    assert again.status == "completed"


CODE = "```python\nopen('ran.txt', 'a').write('x')\nprint('ran')\n```"

unasked = pytest.mark.filterwarnings("ignore:No approval function set")


def coder(directory: Path) -> dict[str, object]:
    return {
        "provider": "autogen_agentchat.agents.CodeExecutorAgent",
        "component_type": "agent",
        "config": {
            "name": "coder",
            "code_executor": {
                "provider": "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor",
                "component_type": "code_executor",
                "config": {"work_dir": str(directory)},
            },
        },
    }


@unasked
async def test_code_is_on_record_and_not_run_again(lab: Lab, tmp_path: Path) -> None:
    component = team(coder(tmp_path), turns=1)
    run = await lab.run(component, CODE)
    [call] = [event.body for event in await lab.events(run) if event.type == "tool_call"]

    again = await lab.run(component, CODE, options=RunOptions(replay_of=run.run_id))

    assert (call["agent"], call["name"], call["exit_code"]) == ("coder", "execute_code", 0)
    assert call["arguments"]["blocks"][0]["code"].startswith("open('ran.txt'")
    assert call["result"] == "ran\n"
    assert again.status == "completed"
    assert said(await lab.events(again)) == said(await lab.events(run))
    assert (tmp_path / "ran.txt").read_text() == "x"


@unasked
async def test_a_person_is_asked_before_code_runs_if_the_run_says_so(
    lab: Lab, tmp_path: Path
) -> None:
    run = await lab.start(
        team(coder(tmp_path), turns=1), CODE, options=RunOptions(approve_code=True)
    )
    question = await lab.until_type(run, "question")
    assert "print('ran')" in question.body["prompt"]

    await lab.engine.answer(run.run_id, question.body["request_id"], False)

    await lab.ended(run)
    assert "not approved" in said(await lab.events(run))[-1][1]
    assert not (tmp_path / "ran.txt").exists()
