"""Every kind of team as nodes and edges."""

from itertools import pairwise

import pytest

from studio.domain.canvas import Graph, project
from studio.domain.exceptions import PathError
from studio.domain.team_spec import NodePlace, Note, TeamDocument
from tests.support import team_json as t


def names(graph: Graph) -> list[str]:
    return [node["data"]["name"] for node in graph["nodes"]]


def arrows(graph: Graph) -> list[tuple[str, str, str]]:
    name_of = {node["id"]: node["data"]["name"] for node in graph["nodes"]}
    return [
        (edge["type"], name_of[edge["source"]], name_of[edge["target"]]) for edge in graph["edges"]
    ]


def test_a_round_robin_leads_to_its_agents_in_order() -> None:
    graph = project(TeamDocument(component=t.round_robin(t.agent("a"), t.agent("b"))))

    assert names(graph) == ["RoundRobinGroupChat", "a", "b"]
    assert [node["data"]["order"] for node in graph["nodes"]] == [None, 0, 1]
    assert arrows(graph) == [
        ("participant", "RoundRobinGroupChat", "a"),
        ("participant", "RoundRobinGroupChat", "b"),
    ]


def test_a_swarm_shows_its_start_and_its_handoffs() -> None:
    handoff = {"target": "a", "description": "back"}
    team = t.swarm(t.agent("a", handoffs=["b", "user"]), t.agent("b", handoffs=[handoff]))

    graph = project(TeamDocument(component=team))

    assert arrows(graph) == [
        ("participant", "Swarm", "a"),
        ("handoff", "a", "b"),
        ("handoff", "b", "a"),
    ]
    assert graph["edges"][2]["data"]["path"] == "/config/participants/1/config/handoffs/0"
    assert "hands off to user" in graph["nodes"][1]["data"]["badges"]


def test_a_graph_flow_shows_conditions_entry_and_leaf() -> None:
    team = t.flow(
        "write",
        "check",
        "print",
        edges=[("write", "check", None), ("check", "write", "REDO"), ("check", "print", "GOOD")],
        entry="write",
    )

    graph = project(TeamDocument(component=team))

    assert [edge["label"] for edge in graph["edges"]] == ["", "", "REDO", "GOOD"]
    assert [node["data"]["entry"] for node in graph["nodes"][1:]] == [True, False, False]
    assert [node["data"]["leaf"] for node in graph["nodes"][1:]] == [False, False, True]
    columns = [node["position"]["x"] for node in graph["nodes"]]
    assert columns == sorted(columns)


def test_two_edges_between_the_same_two_have_identifiers_of_their_own() -> None:
    team = t.flow("a", "b", edges=[("a", "b", "X"), ("a", "b", "Y")])

    ids = [edge["id"] for edge in project(TeamDocument(component=team))["edges"]]

    assert len(set(ids)) == len(ids) == 3


def test_an_agent_shows_what_it_holds() -> None:
    held = t.agent(
        "a",
        workbench=[t.tool_set(t.function_tool("add")), t.mcp()],
        memory=[t.component("autogen_core.memory.ListMemory", "memory", name="notes")],
        model_client_stream=True,
    )

    data = project(TeamDocument(component=t.round_robin(held)))["nodes"][1]["data"]

    slots = {slot["slot"]: slot for slot in data["slots"]}
    assert [item["detail"] for item in slots["model"]["items"]] == ["gpt-4o-mini"]
    assert [item["label"] for item in slots["workbenches"]["items"]] == ["Tool set", "MCP server"]
    inner = slots["workbenches"]["items"][0].get("items", [])
    assert [item["label"] for item in inner] == ["add"]
    assert slots["tools"]["items"] == []
    assert data["badges"] == ["streams"]


def test_a_condition_is_told_in_words() -> None:
    condition = t.either(t.mention("DONE"), t.both(t.max_messages(5), t.mention("STOP")))
    team = t.round_robin(t.agent("a"), termination_condition=condition)

    slots = project(TeamDocument(component=team))["nodes"][0]["data"]["slots"]

    item = slots[1]["items"][0]
    assert item["detail"] == "“DONE” is said or (after 5 messages and “STOP” is said)"
    assert [part["label"] for part in item.get("items", [])] == ["Text is said", "All of"]


def test_a_nested_team_is_a_node_that_opens_on_its_own_canvas() -> None:
    inner = t.round_robin(t.agent("x"), t.agent("y"), name="inner")
    document = TeamDocument(component=t.round_robin(t.agent("a"), inner))

    outside = project(document)
    node = outside["nodes"][2]
    scope = node["data"]["drill"][0]["path"]
    inside = project(document, scope)

    assert (node["type"], node["data"]["name"]) == ("team", "inner")
    assert scope == "/config/participants/1"
    assert names(inside) == ["inner", "x", "y"]
    assert not {n["id"] for n in inside["nodes"]} & {n["id"] for n in outside["nodes"]}


@pytest.mark.parametrize("holder", ["society", "team_tool", "agent_tool"])
def test_teams_and_agents_inside_other_parts_open_too(holder: str) -> None:
    inner = t.round_robin(t.agent("x"), name="inner")
    tools = t.CHAT + "tools."
    agents = {
        "society": t.component(
            t.CHAT + "agents.SocietyOfMindAgent",
            "agent",
            name="s",
            team=inner,
            model_client=t.model(),
        ),
        "team_tool": t.agent("s", tools=[t.component(tools + "TeamTool", "tool", team=inner)]),
        "agent_tool": t.agent(
            "s",
            workbench=[t.tool_set(t.component(tools + "AgentTool", "tool", agent=t.agent("x")))],
        ),
    }
    document = TeamDocument(component=t.round_robin(agents[holder]))

    drills = project(document)["nodes"][1]["data"]["drill"]

    assert len(drills) == 1
    assert "x" in names(project(document, drills[0]["path"]))


def test_unknown_providers_are_drawn_with_whatever_they_hold() -> None:
    strange = t.component("acme.agents.Robot", "agent", name="robot", brain=t.model("m1"))

    data = project(TeamDocument(component=t.round_robin(strange)))["nodes"][1]["data"]

    assert data["type_label"] == "Robot"
    assert [(slot["slot"], slot["items"][0]["label"]) for slot in data["slots"]] == [
        ("brain", "m1")
    ]


def test_a_single_agent_has_a_canvas_too() -> None:
    graph = project(TeamDocument(component=t.agent("solo")))

    assert [(node["type"], node["data"]["kind"]) for node in graph["nodes"]] == [("agent", "agent")]


def test_notes_lie_on_the_canvas_of_their_team() -> None:
    note = Note(id="note1", text="Look here\nand there", x=1, y=2)
    document = TeamDocument(component=t.round_robin(t.agent("a")), notes=[note])

    node = project(document)["nodes"][-1]

    assert (node["type"], node["data"]["label"]) == ("note", "Look here")


def test_what_is_placed_stays_and_the_rest_keeps_out_of_its_way() -> None:
    places = [NodePlace(id="mine", path="/config/participants/1", x=400, y=0, pinned=True)]
    team = t.round_robin(t.agent("a"), t.agent("b"), t.agent("c"))

    nodes = project(TeamDocument(component=team, places=places))["nodes"]

    assert nodes[2]["id"] == "mine"
    assert nodes[2]["position"] == {"x": 400, "y": 0}
    spots = sorted(node["position"]["y"] for node in nodes[1:])
    assert all(below - above > 100 for above, below in pairwise(spots))


def test_problems_are_counted_at_their_node() -> None:
    team = t.round_robin(t.agent("a"), t.agent("not a name"))

    counts = [node["data"]["problems"] for node in project(TeamDocument(component=team))["nodes"]]

    assert [count["errors"] for count in counts] == [0, 0, 1]


@pytest.mark.parametrize("scope", ["/config/participants/9", "/config/termination_condition"])
def test_a_place_without_a_canvas_is_refused(scope: str) -> None:
    with pytest.raises(PathError):
        project(TeamDocument(component=t.round_robin(t.agent("a"))), scope)


def test_broken_documents_are_drawn_as_far_as_they_go() -> None:
    team = t.round_robin(t.agent("a"))
    team["config"]["participants"] = ["nonsense", None, t.agent("b"), {"config": 3}]

    graph = project(TeamDocument(component=team))

    assert names(graph)[3] == "b"
    assert project(TeamDocument(component={}))["edges"] == []
