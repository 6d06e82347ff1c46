from collections.abc import Sequence
from typing import Any

import pytest

from studio._kit.run_context import team_path
from studio.agentchat.agents import AssistantAgent
from studio.agentchat.base import TaskResult
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    TextMessage,
    ThoughtEvent,
    ToolCallSummaryMessage,
)
from studio.agentchat.tools import AgentTool, TeamTool
from studio.core import CancellationToken
from tests.support.scripted_model import ScriptedModel, call, calls
from tests.unit.agentchat_agents.test_society_of_mind import Talk

SAID: Sequence[BaseAgentEvent | BaseChatMessage] = [
    TextMessage(content="do it", source="user"),
    ThoughtEvent(content="hm", source="ann"),
    TextMessage(content="yes", source="ann"),
    TextMessage(content="no", source="eve"),
]


def test_an_agent_gives_the_tool_its_name_and_one_argument() -> None:
    tool = AgentTool(AssistantAgent("writer", ScriptedModel(), description="Writes poems"))

    schema = tool.schema
    assert (schema["name"], schema.get("description")) == ("writer", "Writes poems")
    assert schema.get("strict") is True
    parameters = schema.get("parameters")
    assert parameters is not None
    assert list(parameters["properties"]) == ["task"]
    assert parameters.get("required") == ["task"]


async def test_the_result_is_what_was_said_by_all_but_the_user() -> None:
    tool = TeamTool(Talk(*SAID), "talk", "Talks")

    result = await tool.run_json({"task": "do it"}, CancellationToken())

    assert tool.return_value_as_string(result) == "ann: yes\n\neve: no"


async def test_the_last_message_may_be_all() -> None:
    tool = TeamTool(Talk(*SAID), "talk", "Talks", return_value_as_last_message=True)
    result = await tool.run_json({"task": "do it"}, CancellationToken())

    assert tool.return_value_as_string(result) == "no"
    with pytest.raises(ValueError, match="not a BaseChatMessage"):
        tool.return_value_as_string(TaskResult(messages=[SAID[1]]))


async def test_what_is_said_streams_out_and_only_the_inside_is_nested() -> None:
    team = Talk(*SAID)
    tool = TeamTool(team, "talk", "Talks")

    items: list[Any] = []
    async for item in tool.run_json_stream({"task": "do it"}, CancellationToken()):
        items.append(item)
        assert team_path() == ()

    assert items[:-1] == list(SAID)
    assert isinstance(items[-1], TaskResult)
    assert set(team.paths) == {("talk",)}


async def test_an_agent_uses_another_one() -> None:
    writer = AssistantAgent("writer", ScriptedModel("a poem"), description="Writes")
    model = ScriptedModel(calls(call("writer", '{"task": "write"}')))
    boss = AssistantAgent("boss", model, tools=[AgentTool(writer)])

    items: list[Any] = [item async for item in boss.run_stream(task="go")]

    assert [(type(i).__name__, i.source) for i in items[:-1]] == [
        ("TextMessage", "user"),
        ("ToolCallRequestEvent", "boss"),
        ("TextMessage", "user"),
        ("TextMessage", "writer"),
        ("ToolCallExecutionEvent", "boss"),
        ("ToolCallSummaryMessage", "boss"),
    ]
    summary = items[-2]
    assert isinstance(summary, ToolCallSummaryMessage)
    assert summary.content == "writer: a poem"


async def test_the_state_is_that_of_the_inside() -> None:
    agent = AssistantAgent("writer", ScriptedModel("a poem"))
    await agent.run(task="write")
    tool = AgentTool(agent)
    other = AgentTool(AssistantAgent("writer", ScriptedModel()))

    await other.load_state_json(await tool.save_state_json())

    assert await other.save_state_json() == await agent.save_state()
