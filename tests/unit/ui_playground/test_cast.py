"""Who takes part in a team."""

from typing import Any

from studio.domain.cast import cast_of
from tests.support.team_json import component, person, replay

JsonDict = dict[str, Any]


def _assistant(name: str, **more: Any) -> JsonDict:
    return component(
        "autogen_agentchat.agents.AssistantAgent",
        "agent",
        name=name,
        description=f"{name} helps",
        model_client=replay("Hello."),
        **more,
    )


def _team(*participants: JsonDict) -> JsonDict:
    return component(
        "autogen_agentchat.teams.RoundRobinGroupChat", "team", participants=list(participants)
    )


def _tool(name: str) -> JsonDict:
    return component("autogen_core.tools.FunctionTool", "tool", name=name)


def test_members_come_in_the_order_of_the_document() -> None:
    found = cast_of(_team(_assistant("ann"), person("boss")))

    assert found == [
        {
            "name": "ann",
            "path": [],
            "kind": "agent",
            "description": "ann helps",
            "model": "1 recorded answer, no key needed",
            "tools": [],
        },
        {
            "name": "boss",
            "path": [],
            "kind": "user",
            "description": "A person",
            "model": "",
            "tools": [],
        },
    ]


def test_tools_of_an_agent_and_of_its_workbenches_are_listed_once() -> None:
    workbench = component(
        "autogen_core.tools.StaticWorkbench", "workbench", tools=[_tool("add"), _tool("look")]
    )

    (member,) = cast_of(_team(_assistant("ann", tools=[_tool("add")], workbench=[workbench])))

    assert member["tools"] == ["add", "look"]


def test_a_team_within_the_team_is_followed_by_its_members() -> None:
    society = component(
        "autogen_agentchat.agents.SocietyOfMindAgent",
        "agent",
        name="room",
        team=_team(_assistant("cat")),
        model_client=replay("Sum."),
    )

    found = cast_of(_team(_assistant("ann"), society))

    assert [(member["kind"], *member["path"], member["name"]) for member in found] == [
        ("agent", "ann"),
        ("team", "room"),
        ("agent", "room", "cat"),
    ]


def test_an_agent_alone_is_its_own_cast() -> None:
    assert [member["name"] for member in cast_of(_assistant("ann"))] == ["ann"]


def test_a_broken_document_has_no_cast() -> None:
    assert cast_of({"provider": "autogen_agentchat.teams.Swarm", "config": None}) == []
