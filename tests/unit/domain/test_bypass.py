"""Bypassed agents: noted beside the component, left out of what runs, ways around them mended."""

from typing import Any

import pytest

from studio.domain.bypass import bypassed_paths, runnable
from studio.domain.canvas import apply_ops, project
from studio.domain.exceptions import FitError
from studio.domain.team_spec import TeamDocument
from tests.support.team_json import agent, flow, round_robin, swarm

JsonDict = dict[str, Any]


def bypass(team: JsonDict, *paths: str) -> TeamDocument:
    ops = [{"op": "bypass", "path": path, "value": True} for path in paths]
    return apply_ops(TeamDocument(component=team), ops)


def names(team: JsonDict) -> list[str]:
    return [item["config"]["name"] for item in team["config"]["participants"]]


def ways(team: JsonDict) -> set[tuple[str, str, str | None]]:
    return {
        (name, edge["target"], edge.get("condition"))
        for name, node in team["config"]["graph"]["nodes"].items()
        for edge in node["edges"]
    }


def test_a_bypassed_agent_stays_in_the_document_and_is_not_run() -> None:
    team = round_robin(agent("one"), agent("two"), agent("three"))
    document = bypass(team, "/config/participants/1")

    assert document.component == team
    assert names(runnable(document)) == ["one", "three"]
    assert [node["data"]["bypassed"] for node in project(document)["nodes"]] == [
        False,
        False,
        True,
        False,
    ]


def test_without_anything_bypassed_the_component_itself_is_run() -> None:
    document = TeamDocument(component=round_robin(agent("one")))

    assert runnable(document) is document.component


def test_hand_offs_lead_past_a_bypassed_agent() -> None:
    team = swarm(
        agent("desk", handoffs=["bills"]),
        agent("bills", handoffs=["desk", "refunds", "user"]),
        agent("refunds", handoffs=["bills"]),
    )
    run = runnable(bypass(team, "/config/participants/1"))

    handoffs = {
        item["config"]["name"]: item["config"]["handoffs"] for item in run["config"]["participants"]
    }
    assert handoffs == {"desk": ["refunds", "user"], "refunds": ["desk", "user"]}


def test_paths_of_a_graph_lead_past_a_bypassed_agent() -> None:
    team = flow(
        "draft", "check", "publish", edges=[("draft", "check", "READY"), ("check", "publish", None)]
    )
    run = runnable(bypass(team, "/config/participants/1"))

    assert names(run) == ["draft", "publish"]
    assert ways(run) == {("draft", "publish", "READY")}


def test_a_loop_over_a_bypassed_agent_does_not_lead_to_itself() -> None:
    edges = [("draft", "check", None), ("check", "draft", "REWORK"), ("check", "publish", "FINE")]
    run = runnable(bypass(flow("draft", "check", "publish", edges=edges), "/config/participants/1"))

    assert ways(run) == {("draft", "publish", None)}


def test_a_bypassed_entry_hands_its_place_on() -> None:
    team = flow("draft", "check", edges=[("draft", "check", None)], entry="draft")
    run = runnable(bypass(team, "/config/participants/0"))

    assert run["config"]["graph"]["default_start_node"] == "check"


def test_several_are_left_out_wherever_they_lie() -> None:
    inner = round_robin(agent("a"), agent("b"), name="inner")
    team = round_robin(agent("one"), inner, agent("two"), agent("three"))
    paths = [f"/config/participants/{place}" for place in ("1/config/participants/0", "0", "2")]
    run = runnable(bypass(team, *paths))

    assert names(run) == ["inner", "three"]
    assert names(run["config"]["participants"][0]) == ["b"]


def test_the_note_follows_the_agent_and_is_taken_back() -> None:
    document = bypass(round_robin(agent("one"), agent("two")), "/config/participants/1")
    moved = apply_ops(document, [{"op": "reorder", "path": "/config/participants/1", "index": 0}])
    assert bypassed_paths(moved) == ["/config/participants/0"]

    back = apply_ops(moved, [{"op": "bypass", "path": "/config/participants/0", "value": False}])

    assert bypassed_paths(back) == []


def test_only_a_participant_can_be_bypassed() -> None:
    with pytest.raises(FitError):
        bypass(round_robin(agent("one")), "")


def test_a_frame_is_kept_with_its_title() -> None:
    document = apply_ops(
        TeamDocument(component=round_robin(agent("one"))),
        [{"op": "note_add", "kind": "frame", "text": "Research", "x": 0, "y": 0, "width": 400}],
    )

    frame = project(document)["nodes"][-1]
    data = frame["data"]
    assert (frame["type"], data["label"], data.get("width")) == (
        "frame",
        "Research",
        400,
    )


def test_an_agent_is_added_and_connected_in_one_step() -> None:
    team = swarm(agent("desk"))
    ops = [
        {
            "op": "add",
            "component": agent("bills"),
            "target": "",
            "position": {"x": 400, "y": 0},
            "id": "fresh",
        },
        {"op": "connect", "source": "/config/participants/0", "target": "fresh"},
    ]
    document = apply_ops(TeamDocument(component=team), ops)

    assert document.component["config"]["participants"][0]["config"]["handoffs"] == ["bills"]
