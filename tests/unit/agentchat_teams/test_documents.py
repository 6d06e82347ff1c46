import json
from typing import Any

import pytest

from studio.agentchat.agents import AssistantAgent, UserProxyAgent
from studio.agentchat.base import Team
from studio.agentchat.conditions import MaxMessageTermination, TextMentionTermination
from studio.agentchat.teams import (
    BaseGroupChat,
    DiGraphBuilder,
    Expression,
    GraphFlow,
    MagenticOneGroupChat,
    RoundRobinGroupChat,
    SelectorGroupChat,
    Swarm,
)
from studio.core.model_context import BufferedChatCompletionContext
from studio.core.models import ModelInfo
from studio.ext.models.replay import ReplayChatCompletionClient
from tests.support.team_cast import said

INFO = ModelInfo(
    vision=False,
    function_calling=True,
    json_output=False,
    structured_output=False,
    family="unknown",
)


def model(*answers: str) -> ReplayChatCompletionClient:
    return ReplayChatCompletionClient(list(answers) or ["x"], model_info=INFO)


def assistants(*names: str) -> list[Any]:
    return [AssistantAgent(n, model(), handoffs=["user"]) for n in names]


def graph_flow() -> GraphFlow:
    a, b, c = assistants("a", "b", "c")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c).add_edge(a, b, "go")
    builder.add_edge(a, c, Expression(expression="'stop' in text"), "g", "any")
    return GraphFlow([a, b, c], builder.build(), max_turns=3, name="flow")


TEAMS: list[BaseGroupChat] = [
    RoundRobinGroupChat(
        [UserProxyAgent("u"), *assistants("a")],
        termination_condition=MaxMessageTermination(3) | TextMentionTermination("x"),
        emit_team_events=True,
        name="rounds",
        description="talks",
    ),
    RoundRobinGroupChat([RoundRobinGroupChat(assistants("a"), name="inner"), *assistants("b")]),
    SelectorGroupChat(
        assistants("a", "b"),
        model(),
        model_context=BufferedChatCompletionContext(3),
        allow_repeated_speaker=True,
        selector_expression="'a' if turn == 0 else None",
        candidate_expression="['a', 'b']",
        model_client_streaming=True,
        max_turns=4,
    ),
    Swarm(assistants("a", "b"), max_turns=2),
    MagenticOneGroupChat(assistants("a"), model(), max_stalls=1, final_answer_prompt="f {task}"),
    graph_flow(),
]


@pytest.mark.parametrize("team", TEAMS, ids=lambda team: type(team).__name__)
async def test_a_team_goes_through_its_document_and_comes_back_the_same(
    team: BaseGroupChat,
) -> None:
    dump = team.dump_component()

    loaded = Team.load_component(json.loads(dump.model_dump_json()))

    assert type(loaded) is type(team)
    assert loaded.dump_component() == dump
    assert dump.provider == f"autogen_agentchat.teams.{type(team).__name__}"
    assert (dump.component_type, dump.component_version) == ("team", 1)


def test_the_config_has_the_fields_of_autogen_and_ours_only_when_used() -> None:
    plain = SelectorGroupChat(assistants("a", "b"), model())
    assert set(plain.dump_component().config) == {
        "name",
        "description",
        "participants",
        "model_client",
        "selector_prompt",
        "allow_repeated_speaker",
        "max_selector_attempts",
        "emit_team_events",
        "model_client_streaming",
    }
    config = TEAMS[2].dump_component().config
    assert config["selector_expression"] == {"expression": "'a' if turn == 0 else None"}
    assert plain.name == "SelectorGroupChat"
    assert plain.description == "A team of agents."


def test_functions_are_lost_in_the_document() -> None:
    team = SelectorGroupChat(
        assistants("a", "b"), model(), selector_func=lambda m: "a", candidate_func=lambda m: ["a"]
    )
    assert not {"selector_func", "candidate_func"} & set(team.dump_component().config)


def test_an_expression_in_a_document_is_checked_when_it_is_loaded() -> None:
    dump = json.loads(TEAMS[2].dump_component().model_dump_json())
    dump["config"]["selector_expression"] = {"expression": "open('x')"}
    with pytest.raises(ValueError, match="unknown function 'open'"):
        Team.load_component(dump)


async def test_a_graph_from_a_document_runs() -> None:
    loaded = GraphFlow.load_component(graph_flow().dump_component())
    result = await loaded.run(task="t")
    assert [source for source, _ in said(result)] == ["user", "a"]


@pytest.mark.parametrize(
    "cls", [RoundRobinGroupChat, SelectorGroupChat, Swarm, MagenticOneGroupChat, GraphFlow]
)
def test_every_config_has_a_schema(cls: Any) -> None:
    schema = cls.component_config_schema.model_json_schema()
    assert "participants" in schema["required"]
