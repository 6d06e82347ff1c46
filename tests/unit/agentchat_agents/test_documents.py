import json
from typing import Any

import pytest

from studio.agentchat.agents import (
    AssistantAgent,
    BaseChatAgent,
    CodeExecutorAgent,
    MessageFilterAgent,
    MessageFilterConfig,
    PerSourceFilter,
)
from studio.agentchat.base import AndTerminationCondition, Handoff, OrTerminationCondition
from studio.agentchat.tools import AgentTool
from studio.core import ComponentModel
from studio.core.memory import ListMemory, MemoryContent, MemoryMimeType
from studio.core.model_context import BufferedChatCompletionContext
from studio.core.tools import BaseTool, FunctionTool
from studio.ext.models.replay import ReplayChatCompletionClient
from tests.unit.agentchat_agents.test_messages import Verdict


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def model() -> ReplayChatCompletionClient:
    return ReplayChatCompletionClient(
        ["ok"],
        model_info={
            "vision": False,
            "function_calling": True,
            "json_output": True,
            "structured_output": True,
            "family": "unknown",
        },
    )


def as_json(component: Any) -> dict[str, Any]:
    return json.loads(component.dump_component().model_dump_json(exclude_none=True))


def full_agent() -> AssistantAgent:
    return AssistantAgent(
        "bob",
        model(),
        tools=[FunctionTool(add, "Add numbers")],
        handoffs=["ann", Handoff(target="eve", message="Over to you")],
        model_context=BufferedChatCompletionContext(5),
        description="Does sums",
        system_message="Be brief.",
        model_client_stream=True,
        reflect_on_tool_use=True,
        max_tool_iterations=3,
        tool_call_summary_format="{tool_name}: {result}",
        output_content_type=Verdict,
        output_content_type_format="{why}",
        memory=[
            ListMemory(
                "facts",
                [MemoryContent(content="likes tea", mime_type=MemoryMimeType.TEXT)],
            )
        ],
        metadata={"owner": "me"},
    )


def test_an_assistant_comes_back_from_its_document() -> None:
    document = as_json(full_agent())

    again = as_json(BaseChatAgent.load_component(document))

    assert again == document


def test_the_document_is_the_one_autogen_writes() -> None:
    document = as_json(full_agent())

    assert document["provider"] == "autogen_agentchat.agents.AssistantAgent"
    assert document["component_type"] == "agent"
    assert (document["version"], document["component_version"]) == (2, 2)
    config = document["config"]
    assert "tools" not in config
    (bench,) = config["workbench"]
    assert bench["provider"] == "autogen_core.tools.StaticStreamWorkbench"
    assert bench["config"]["tools"][0]["config"]["name"] == "add"
    assert config["handoffs"][0]["name"] == "transfer_to_ann"
    assert config["structured_message_factory"]["config"]["content_model_name"] == "Verdict"
    assert config["metadata"] == {"owner": "me"}


def config(**more: Any) -> dict[str, Any]:
    return {
        "name": "bob",
        "model_client": as_json(model()),
        "description": "Does sums",
        "system_message": "Be brief.",
        "reflect_on_tool_use": False,
        "tool_call_summary_format": "{result}",
        **more,
    }


def document(version: int, **more: Any) -> dict[str, Any]:
    return {
        "provider": "autogen_agentchat.agents.AssistantAgent",
        "component_type": "agent",
        "version": version,
        "component_version": version,
        "config": config(**more),
    }


TOOL = as_json(FunctionTool(add, "Add numbers"))
BENCH: dict[str, Any] = {
    "provider": "autogen_core.tools.StaticWorkbench",
    "component_type": "workbench",
    "version": 1,
    "component_version": 1,
    "config": {"tools": [TOOL]},
}


FORMS: list[tuple[int, dict[str, Any], list[list[str]]]] = [
    (1, {"tools": [TOOL]}, [["add"]]),
    (1, {"workbench": BENCH}, [["add"]]),
    (1, {"workbench": BENCH, "tools": None}, [["add"]]),
    (1, {}, [[]]),
    (2, {"tools": [TOOL]}, [["add"]]),
    (2, {"workbench": [BENCH]}, [["add"]]),
    (2, {"workbench": BENCH}, [["add"]]),
    (2, {"workbench": [BENCH, {**BENCH, "config": {"tools": []}}]}, [["add"], []]),
    (
        2,
        {
            "workbench": [BENCH],
            "tools": [{**TOOL, "config": {**TOOL["config"], "name": "plus"}}],
        },
        [["plus"], ["add"]],
    ),
]


@pytest.mark.parametrize(("version", "more", "benches"), FORMS)
async def test_every_form_of_tools_loads_and_can_be_written_again(
    version: int, more: dict[str, Any], benches: list[list[str]]
) -> None:
    agent = AssistantAgent.load_component(document(version, **more))

    names = [[tool["name"] for tool in await b.list_tools()] for b in agent._workbench]
    written = as_json(agent)

    assert names == benches
    assert written["component_version"] == 2
    assert as_json(AssistantAgent.load_component(written)) == written


def test_a_first_document_may_leave_out_what_came_later() -> None:
    old = document(1)
    for field in ("description", "reflect_on_tool_use", "tool_call_summary_format"):
        del old["config"][field]

    agent = AssistantAgent.load_component(old)

    assert agent.description
    assert as_json(agent)["config"]["tool_call_summary_format"] == "{result}"


def test_our_own_prefix_loads_too() -> None:
    ours = {**document(2), "provider": "studio.agentchat.agents.AssistantAgent"}

    assert as_json(BaseChatAgent.load_component(ours)) == as_json(
        BaseChatAgent.load_component(document(2))
    )


async def test_a_typed_answer_survives_the_document() -> None:
    agent = AssistantAgent(
        "bob",
        ReplayChatCompletionClient(['{"good": true, "why": "so"}']),
        output_content_type=Verdict,
        output_content_type_format="{why}!",
    )

    loaded = AssistantAgent.load_component(as_json(agent))
    result = await loaded.run(task="hi")

    assert result.messages[-1].to_text() == "so!"


@pytest.mark.filterwarnings("ignore:No approval function set:UserWarning")
def test_an_agent_as_a_tool_and_a_filter_come_back() -> None:
    filtered = MessageFilterAgent(
        "bob",
        AssistantAgent("bob", model(), tools=[AgentTool(AssistantAgent("ann", model()))]),
        MessageFilterConfig(per_source=[PerSourceFilter(source="user", position="last", count=1)]),
    )
    document = as_json(filtered)

    assert as_json(BaseChatAgent.load_component(document)) == document
    assert document["config"]["filter"] == {
        "per_source": [{"source": "user", "position": "last", "count": 1}]
    }
    tool = document["config"]["wrapped_agent"]["config"]["workbench"][0]["config"]["tools"][0]
    assert tool["provider"] == "autogen_agentchat.tools.AgentTool"
    assert as_json(BaseTool.load_component(tool)) == tool


def test_schemas_have_the_fields_of_autogen() -> None:
    assert set(CodeExecutorAgent.component_config_schema.model_fields) == {
        "name",
        "code_executor",
        "model_client",
        "description",
        "sources",
        "system_message",
        "model_client_stream",
        "model_context",
        "supported_languages",
    }
    for cls in (AndTerminationCondition, OrTerminationCondition):
        assert cls.component_type == "termination"
        assert set(cls.component_config_schema.model_fields) == {"conditions"}


def test_a_bad_document_says_where() -> None:
    bad = document(2)
    del bad["config"]["name"]
    bad["config"]["model_client"]["config"] = {"chat_completions": 5}

    with pytest.raises(ValueError, match="name"):
        AssistantAgent.load_component(ComponentModel(**bad))
