"""Edits of a team document."""

import json
from typing import Any

import pytest

from studio.domain.canvas import apply_ops, project
from studio.domain.exceptions import EdgeError, FitError, OperationError, PathError, SpecError
from studio.domain.pointer import get
from studio.domain.team_spec import TeamDocument
from tests.support import team_json as t


def doc(component: dict[str, Any]) -> TeamDocument:
    return TeamDocument(component=component)


def apply(document: TeamDocument, *ops: dict[str, Any]) -> TeamDocument:
    return apply_ops(document, list(ops))


def ids(document: TeamDocument) -> dict[str, str]:
    return {node["data"]["name"]: node["id"] for node in project(document)["nodes"]}


def members(document: TeamDocument) -> list[str]:
    return [item["config"]["name"] for item in document.component["config"]["participants"]]


def test_the_given_document_is_left_alone_and_all_else_survives() -> None:
    team = t.round_robin(t.agent("a", new_field={"deep": [1]}), strange_key=True)
    team["extra"] = "kept"
    before = json.dumps(team)

    after = apply(doc(team), {"op": "set", "path": "/config/max_turns", "value": 3})

    assert json.dumps(team) == before
    assert after.revision == 1
    expected = json.loads(before)
    expected["config"]["max_turns"] = 3
    assert json.dumps(after.component) == json.dumps(expected)


def test_nodes_keep_their_identifiers_while_others_come_go_and_change_places() -> None:
    document = doc(t.round_robin(t.agent("a"), t.agent("b"), t.agent("c")))
    first = ids(document)

    after = apply(
        document,
        {"op": "reorder", "path": first["c"], "index": 0},
        {"op": "remove", "path": first["a"]},
        {"op": "add", "component": t.agent("d"), "target": "", "index": 1},
        {"op": "rename", "path": first["b"], "name": "bob"},
    )

    assert members(after) == ["c", "d", "bob"]
    assert ids(after)["c"] == first["c"]
    assert ids(after)["bob"] == first["b"]
    assert len(set(ids(after).values())) == 4


def test_all_operations_of_a_batch_are_applied_or_none() -> None:
    document = doc(t.round_robin(t.agent("a")))

    with pytest.raises(SpecError) as caught:
        apply(
            document,
            {"op": "set", "path": "/config/max_turns", "value": 3},
            {"op": "remove", "path": "/config/participants/7"},
        )

    assert caught.value.details["op"] == "remove"
    assert caught.value.details["index"] == 1
    assert "max_turns" not in document.component["config"]


def test_an_added_agent_gets_a_free_name_and_the_place_where_it_was_dropped() -> None:
    after = apply(
        doc(t.round_robin(t.agent("a"))),
        {"op": "add", "component": t.agent("a"), "target": "", "position": {"x": 640, "y": 80}},
    )

    assert members(after) == ["a", "a_2"]
    assert project(after)["nodes"][2]["position"] == {"x": 640, "y": 80}


def test_a_second_condition_is_joined_by_or_and_falls_apart_again() -> None:
    document = doc(t.round_robin(t.agent("a")))

    two = apply(document, {"op": "add", "component": t.max_messages(5), "target": ""})
    three = apply(two, {"op": "add", "component": t.mention("STOP"), "target": ""})
    path = "/config/termination_condition/config/conditions/"
    one = apply(three, {"op": "remove", "path": path + "2"}, {"op": "remove", "path": path + "0"})

    assert len(get(three.component, path[:-1])) == 3
    assert one.component["config"]["termination_condition"] == t.max_messages(5)


@pytest.mark.parametrize(
    ("present", "expected"),
    [
        ({}, "/workbench/0/config/tools/0"),
        ({"tools": [t.function_tool("sub")]}, "/tools/1"),
        ({"workbench": [t.tool_set(t.function_tool("sub"))]}, "/workbench/0/config/tools/1"),
        ({"workbench": [t.mcp()]}, "/workbench/1/config/tools/0"),
        ({"workbench": t.tool_set()}, "/workbench/config/tools/0"),
    ],
)
def test_a_tool_goes_where_the_agent_keeps_its_tools(
    present: dict[str, Any], expected: str
) -> None:
    after = apply(
        doc(t.round_robin(t.agent("a", **present))),
        {"op": "add", "component": t.function_tool("add"), "target": "/config/participants/0"},
    )

    assert (
        get(after.component, "/config/participants/0/config" + expected)["config"]["name"] == "add"
    )


def test_plain_tools_move_into_a_tool_set_when_a_workbench_joins_them() -> None:
    after = apply(
        doc(t.round_robin(t.agent("a", tools=[t.function_tool("add")]))),
        {"op": "add", "component": t.mcp(), "target": "/config/participants/0"},
    )

    config = get(after.component, "/config/participants/0/config")
    assert "tools" not in config
    assert [bench["provider"].rpartition(".")[2] for bench in config["workbench"]] == [
        "StaticWorkbench",
        "McpWorkbench",
    ]


def test_agents_and_teams_dropped_on_tools_become_tools() -> None:
    target = {"target": "/config/participants/0", "slot": "tools"}
    after = apply(
        doc(t.round_robin(t.agent("a"))),
        {"op": "add", "component": t.agent("helper"), **target},
        {"op": "add", "component": t.round_robin(t.agent("x"), name="crew"), **target},
    )

    tools = get(after.component, "/config/participants/0/config/tools")
    assert [tool["provider"].rpartition(".")[2] for tool in tools] == ["AgentTool", "TeamTool"]
    assert tools[1]["config"]["name"] == "crew"


@pytest.mark.parametrize(
    ("component", "target"),
    [
        (t.function_tool(), ""),
        (t.model(), ""),
        (t.mention(), "/config/participants/0"),
        (t.agent("b"), "/config/participants/0"),
        (t.mcp(), "/config/participants/1"),
    ],
)
def test_what_does_not_fit_is_refused_with_advice(component: dict[str, Any], target: str) -> None:
    with pytest.raises(FitError) as caught:
        apply(
            doc(t.round_robin(t.agent("a"), t.person())),
            {"op": "add", "component": component, "target": target},
        )

    assert caught.value.hint


def test_renaming_is_followed_by_handoffs_graph_and_conditions() -> None:
    condition = t.component(
        t.CHAT + "conditions.SourceMatchTermination", "termination", sources=["b"]
    )
    team = t.swarm(
        t.agent("a", handoffs=["b", {"target": "b", "name": "transfer_to_b"}]),
        t.agent("b"),
        termination_condition=condition,
    )
    graph = t.flow("a", "b", edges=[("a", "b", None), ("b", "a", "X")], entry="b")

    swarm = apply(doc(team), {"op": "rename", "path": "/config/participants/1", "name": "bob"})
    path = "/config/participants/1/config/name"
    flow = apply(doc(graph), {"op": "set", "path": path, "value": "bob"})

    assert get(swarm.component, "/config/participants/0/config/handoffs") == [
        "bob",
        {"target": "bob", "name": "transfer_to_bob"},
    ]
    assert get(swarm.component, "/config/termination_condition/config/sources") == ["bob"]
    block = get(flow.component, "/config/graph")
    assert list(block["nodes"]) == ["a", "bob"]
    assert block["nodes"]["bob"]["name"] == block["default_start_node"] == "bob"
    assert block["nodes"]["a"]["edges"][0]["target"] == "bob"


def test_renaming_inside_a_nested_team_reaches_the_conditions_outside() -> None:
    condition = t.component(t.CHAT + "conditions.TextMessageTermination", "termination", source="x")
    inner = t.round_robin(t.agent("x"), name="inner")
    team = t.round_robin(t.agent("a"), inner, termination_condition=condition)
    path = "/config/participants/1/config/participants/0"

    after = apply(doc(team), {"op": "rename", "path": path, "name": "xavier"})

    assert get(after.component, "/config/termination_condition/config/source") == "xavier"


@pytest.mark.parametrize("name", ["two words", "b", ""])
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(SpecError):
        apply(
            doc(t.round_robin(t.agent("a"), t.agent("b"))),
            {"op": "rename", "path": "/config/participants/0", "name": name},
        )


def test_removing_an_agent_takes_its_edges_along() -> None:
    swarm = doc(t.swarm(t.agent("a", handoffs=["b", "c"]), t.agent("b"), t.agent("c")))
    flow = doc(t.flow("a", "b", "c", edges=[("a", "b", None), ("b", "c", None)], entry="b"))

    after = apply(swarm, {"op": "remove", "path": "/config/participants/1"})
    graph = apply(flow, {"op": "remove", "path": "/config/participants/1"}).component

    assert get(after.component, "/config/participants/0/config/handoffs") == ["c"]
    assert get(graph, "/config/graph") == {
        "nodes": {
            "a": {"name": "a", "edges": [], "activation": "all"},
            "c": {"name": "c", "edges": [], "activation": "all"},
        }
    }


def test_edges_are_drawn_set_and_erased_in_a_graph_flow() -> None:
    document = doc(t.flow("a", "b", edges=[]))
    node = ids(document)

    drawn = apply(document, {"op": "connect", "source": node["a"], "target": node["b"]})
    edge = next(item for item in project(drawn)["edges"] if item["type"] == "graph")
    changed = apply(drawn, {"op": "set_edge", "edge": edge["id"], "value": {"condition": "YES"}})
    started = apply(
        changed, {"op": "connect", "source": ids(changed)["GraphFlow"], "target": node["b"]}
    )
    erased = apply(started, {"op": "disconnect", "edge": edge["data"]["path"]})

    assert get(changed.component, "/config/graph/nodes/a/edges") == [
        {"target": "b", "condition": "YES"}
    ]
    assert get(started.component, "/config/graph/default_start_node") == "b"
    assert get(erased.component, "/config/graph/nodes/a/edges") == []


def test_handoffs_are_drawn_and_erased_in_a_swarm() -> None:
    document = doc(t.swarm(t.agent("a"), t.agent("b"), t.person()))
    node = ids(document)

    drawn = apply(document, {"op": "connect", "source": node["a"], "target": node["b"]})
    edge = next(item for item in project(drawn)["edges"] if item["type"] == "handoff")
    worded = apply(
        drawn, {"op": "set_edge", "edge": edge["id"], "value": {"description": "when lost"}}
    )
    erased = apply(worded, {"op": "disconnect", "edge": edge["id"]})

    path = "/config/participants/0/config/handoffs"
    assert get(drawn.component, path) == ["b"]
    assert get(worded.component, path) == [{"target": "b", "description": "when lost"}]
    assert get(erased.component, path) == []


@pytest.mark.parametrize(("source", "target"), [("a", "a"), ("person", "a"), ("a", "b")])
def test_impossible_handoffs_are_refused(source: str, target: str) -> None:
    document = doc(t.swarm(t.agent("a", handoffs=["b"]), t.agent("b"), t.person()))
    node = ids(document)

    with pytest.raises(EdgeError):
        apply(document, {"op": "connect", "source": node[source], "target": node[target]})


def test_in_a_round_robin_nothing_is_connected_by_hand() -> None:
    document = doc(t.round_robin(t.agent("a"), t.agent("b")))
    node = ids(document)

    with pytest.raises(EdgeError) as caught:
        apply(document, {"op": "connect", "source": node["a"], "target": node["b"]})

    assert "swarm" in (caught.value.hint or "")


def test_an_agent_moves_into_a_nested_team_and_out_again() -> None:
    inner = t.round_robin(t.agent("x"), name="inner")
    document = doc(t.round_robin(t.agent("a"), inner))

    into = apply(
        document,
        {
            "op": "transfer",
            "path": "/config/participants/0",
            "target": "/config/participants/1",
        },
    )
    back = apply(
        into,
        {"op": "transfer", "path": "/config/participants/0/config/participants/1", "target": ""},
    )

    assert members(into) == ["inner"]
    assert [n["data"]["name"] for n in project(into, "/config/participants/0")["nodes"]] == [
        "inner",
        "x",
        "a",
    ]
    assert members(back) == ["inner", "a"]


def test_two_models_change_seats() -> None:
    document = doc(
        t.round_robin(
            t.agent("a", model_client=t.model("m1")), t.agent("b", model_client=t.model("m2"))
        )
    )

    after = apply(
        document,
        {
            "op": "transfer",
            "path": "/config/participants/0/config/model_client",
            "target": "/config/participants/1",
        },
    )

    models = [item["config"]["model_client"] for item in after.component["config"]["participants"]]
    assert [model["config"]["model"] for model in models] == ["m2", "m1"]


def test_a_component_cannot_be_moved_into_itself() -> None:
    inner = t.round_robin(t.agent("x"), name="inner")

    with pytest.raises(FitError):
        apply(
            doc(t.round_robin(inner)),
            {
                "op": "transfer",
                "path": "/config/participants/0",
                "target": "/config/participants/0",
            },
        )


def test_a_duplicate_stands_behind_the_original() -> None:
    after = apply(
        doc(t.flow("a", "b", edges=[("a", "b", None)])),
        {"op": "duplicate", "path": "/config/participants/0"},
    )

    assert members(after) == ["a", "a_2", "b"]
    assert list(get(after.component, "/config/graph/nodes")) == ["a", "b", "a_2"]


def test_replacing_keeps_the_node_and_renames_what_refers_to_it() -> None:
    document = doc(t.swarm(t.agent("a", handoffs=["b"]), t.agent("b")))
    node = ids(document)["b"]

    after = apply(document, {"op": "replace", "path": node, "component": t.person("bea")})

    assert ids(after)["bea"] == node
    assert get(after.component, "/config/participants/0/config/handoffs") == ["bea"]


def test_null_takes_an_optional_value_out_but_keeps_what_must_be_null() -> None:
    tokens = t.component(
        t.CHAT + "conditions.TokenUsageTermination",
        "termination",
        max_total_token=5,
        max_prompt_token=6,
        max_completion_token=7,
    )
    after = apply(
        doc(t.round_robin(t.agent("a"), termination_condition=tokens, max_turns=4)),
        {"op": "set", "path": "/config/max_turns", "value": None},
        {
            "op": "set",
            "path": "/config/termination_condition/config/max_prompt_token",
            "value": None,
        },
    )

    assert "max_turns" not in after.component["config"]
    config = after.component["config"]["termination_condition"]["config"]
    assert config["max_prompt_token"] is None


def test_setting_makes_the_objects_on_its_way() -> None:
    path = "/config/participants/0/config/model_client/config/model_info/vision"

    after = apply(doc(t.round_robin(t.agent("a"))), {"op": "set", "path": path, "value": True})

    assert get(after.component, path) is True


def test_a_rewritten_document_keeps_places_by_path_then_by_name() -> None:
    document = doc(t.round_robin(t.agent("a"), t.agent("b"), t.agent("c")))
    first = ids(document)
    moved = apply(document, {"op": "move", "id": first["c"], "x": 999, "y": 7})

    after = apply(
        moved,
        {
            "op": "set_document",
            "component": t.round_robin(t.agent("c"), t.agent("renamed"), t.agent("new")),
        },
    )

    now = ids(after)
    assert now["c"] == first["c"]
    assert now["renamed"] == first["b"]
    assert project(after)["nodes"][1]["position"] == {"x": 999, "y": 7}


def test_notes_come_change_and_go() -> None:
    document = doc(t.round_robin(t.agent("a")))

    added = apply(document, {"op": "note_add", "text": "hello", "x": 1, "y": 2})
    note = added.notes[0].id
    moved = apply(added, {"op": "move", "id": note, "x": 5, "y": 6})
    edited = apply(moved, {"op": "note_set", "id": note, "text": "bye", "width": 300})
    twice = apply(edited, {"op": "note_duplicate", "id": note})
    gone = apply(edited, {"op": "note_remove", "id": note})

    assert (moved.notes[0].x, moved.notes[0].y) == (5, 6)
    assert (edited.notes[0].text, edited.notes[0].width) == ("bye", 300)
    assert [(item.text, item.width) for item in twice.notes] == [("bye", 300)] * 2
    assert twice.notes[0].id != twice.notes[1].id
    assert gone.notes == []


def places(document: TeamDocument) -> dict[str, tuple[float, float]]:
    nodes = project(document)["nodes"]
    return {n["data"]["name"]: (n["position"]["x"], n["position"]["y"]) for n in nodes}


def test_laying_out_anew_keeps_identifiers_and_what_a_person_placed() -> None:
    document = doc(t.round_robin(t.agent("a"), t.agent("b")))
    node = ids(document)["a"]
    moved = apply(document, {"op": "move", "id": node, "x": -500, "y": 2000})

    tidy = apply(moved, {"op": "layout"})
    everything = apply(moved, {"op": "layout", "all": True})

    assert ids(tidy) == ids(document)
    assert places(tidy)["a"] == (-500, 2000)
    assert places(everything) == places(document)


def test_only_the_named_nodes_are_laid_out_anew() -> None:
    document = doc(t.round_robin(t.agent("a"), t.agent("b")))
    moved = apply(
        document,
        *({"op": "move", "id": ids(document)[name], "x": -900, "y": 900} for name in ("a", "b")),
    )

    tidy = apply(moved, {"op": "layout", "ids": [ids(document)["b"]]})

    assert places(tidy)["a"] == (-900, 900)
    assert places(tidy)["b"] == places(document)["b"]


def test_the_layout_leaves_room_for_nodes_as_tall_as_they_are_drawn() -> None:
    document = doc(t.round_robin(t.agent("a"), t.agent("b")))
    tall = apply(document, {"op": "layout", "heights": {ids(document)["a"]: 900}})

    assert places(tall)["b"][1] - places(tall)["a"][1] >= 900


@pytest.mark.parametrize(
    ("op", "error"),
    [
        ({"op": "fly"}, OperationError),
        ({"op": "add", "component": 3, "target": ""}, OperationError),
        ({"op": "move", "id": "n2", "x": "left", "y": 0}, OperationError),
        ({"op": "move", "id": "nobody", "x": 0, "y": 0}, PathError),
        ({"op": "remove", "path": ""}, FitError),
        ({"op": "remove", "path": "/config/nothing"}, PathError),
        ({"op": "disconnect", "edge": "graph:n1:n2"}, EdgeError),
        ({"op": "disconnect", "edge": "nonsense"}, EdgeError),
        ({"op": "set_document", "component": {"a": 1}}, OperationError),
        ({"op": "duplicate", "path": "/config/termination_condition"}, FitError),
        ({"op": "replace", "path": "/config/participants/0", "component": t.mention()}, FitError),
    ],
)
def test_operations_that_make_no_sense_are_named(
    op: dict[str, Any], error: type[SpecError]
) -> None:
    with pytest.raises(error) as caught:
        apply(doc(t.round_robin(t.agent("a"))), op)

    assert caught.value.details["op"] == op["op"]


def test_an_empty_canvas_takes_its_first_component_as_the_team() -> None:
    after = apply(doc({}), {"op": "add", "component": t.round_robin(), "target": ""})

    assert after.component["provider"] == t.CHAT + "teams.RoundRobinGroupChat"
