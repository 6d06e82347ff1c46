"""The Magentic-One team, ready-made."""

import json
from typing import Any

import pytest

from studio.agentchat.base import Team
from studio.agentchat.teams import MagenticOneGroupChat
from studio.core.models import ModelFamily, ModelInfo
from studio.ext.agents.magentic_one import MagenticOneCoderAgent
from studio.ext.code_executors.local import LocalCommandLineCodeExecutor
from studio.ext.models.replay import ReplayChatCompletionClient
from studio.ext.teams.magentic_one import MagenticOne

pytestmark = pytest.mark.filterwarnings("ignore:No approval function set:UserWarning")


def client(*answers: str, able: bool = True) -> ReplayChatCompletionClient:
    info = ModelInfo(
        vision=False,
        function_calling=able,
        json_output=able,
        family=ModelFamily.UNKNOWN,
        structured_output=False,
    )
    return ReplayChatCompletionClient(list(answers), model_info=info)


def ledger(speaker: str, *, done: bool) -> str:
    answers: dict[str, Any] = {
        "is_request_satisfied": done,
        "is_progress_being_made": True,
        "is_in_loop": False,
        "instruction_or_question": "print 42",
        "next_speaker": speaker,
    }
    return json.dumps({key: {"reason": "so", "answer": value} for key, value in answers.items()})


async def test_the_team_writes_code_and_runs_it() -> None:
    model = client(
        "facts",
        "plan",
        ledger("Coder", done=False),
        "```python\nprint(6 * 7)\n```",
        ledger("ComputerTerminal", done=False),
        ledger("Coder", done=True),
        "It is 42.",
    )
    team = MagenticOne(model, code_executor=LocalCommandLineCodeExecutor())

    result = await team.run(task="What is 6 times 7?")

    said = {message.source: message.to_text() for message in result.messages}
    assert said["ComputerTerminal"] == "42\n"
    assert said["MagenticOneOrchestrator"] == "It is 42."


def test_a_person_takes_part_if_wanted() -> None:
    team = MagenticOne(client(), hil_mode=True, code_executor=LocalCommandLineCodeExecutor())

    names = [part["config"]["name"] for part in team.dump_component().config["participants"]]

    assert names == ["FileSurfer", "Coder", "ComputerTerminal", "User"]


def test_a_dump_loads_as_the_group_chat() -> None:
    team = MagenticOne(client(), code_executor=LocalCommandLineCodeExecutor())
    dumped = json.loads(team.dump_component().model_dump_json())

    again = Team.load_component(dumped)

    assert type(again) is MagenticOneGroupChat
    assert json.loads(again.dump_component().model_dump_json())["config"] == dumped["config"]


def test_a_model_that_cannot_do_it_is_warned_about() -> None:
    with pytest.warns(UserWarning, match="no function_calling and no json_output"):
        MagenticOne(client(able=False), code_executor=LocalCommandLineCodeExecutor())


def test_the_coder_is_an_assistant_with_a_task_of_its_own() -> None:
    coder = MagenticOneCoderAgent("coder", client())
    dumped = coder.dump_component()

    again = MagenticOneCoderAgent.load_component(dumped)

    assert dumped.provider == "autogen_ext.agents.magentic_one.MagenticOneCoderAgent"
    assert dumped.component_version == 2
    assert "Python" in dumped.config["system_message"]
    assert again.dump_component() == dumped
