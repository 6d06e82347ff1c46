"""Two versions are compared by what a person sees: components, settings, edges."""

from studio._kit.clock import now
from studio.domain.json_values import JsonDict, clone_dict
from studio.domain.team_spec import NodePlace, TeamDocument
from studio.services.comparisons import Comparison, Picture, compare_documents
from studio.services.part_changes import PartChange, changed_parts
from studio.storage.documents import VersionInfo
from tests.support.team_json import agent, component, model, replay


def stop(limit: int) -> JsonDict:
    return component(
        "autogen_agentchat.conditions.MaxMessageTermination", "termination", max_messages=limit
    )


def team(*agents: JsonDict, limit: int = 5) -> JsonDict:
    return component(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        "team",
        participants=list(agents),
        termination_condition=stop(limit),
    )


def told(changes: list[PartChange]) -> list[tuple[str, str]]:
    return [(part.change, part.label) for part in changes]


def sides(found: Comparison, label: str = "Round robin") -> tuple[Picture, Picture]:
    """Return the canvases of the team called `label` on both sides."""
    level = next(level for level in found.levels if level.label == label)
    assert level.before_picture is not None
    assert level.after_picture is not None
    return level.before_picture, level.after_picture


def info(version: int) -> VersionInfo:
    return VersionInfo(team_id="t", version=version, author="local", name="", created_at=now())


def test_the_same_document_has_no_changes() -> None:
    assert changed_parts(team(agent("a")), team(agent("a"))) == []


def test_a_new_agent_in_front_changes_nothing_about_the_others() -> None:
    changes = changed_parts(
        team(agent("a"), agent("b")), team(agent("new"), agent("a"), agent("b"))
    )

    assert told(changes) == [("added", "new")]
    assert changes[0].inside == ["Round robin"]
    assert changes[0].after_path == "/config/participants/0"


def test_a_removed_agent_takes_what_it_holds_with_it() -> None:
    changes = changed_parts(team(agent("a"), agent("b")), team(agent("a")))

    assert told(changes) == [("removed", "b")]


def test_a_setting_tells_what_it_was_and_is() -> None:
    changes = changed_parts(team(agent("a"), limit=5), team(agent("a"), limit=9))

    assert [(part.change, part.kind) for part in changes] == [("changed", "termination")]
    assert [(f.name, f.before, f.after) for f in changes[0].fields] == [("max_messages", "5", "9")]


def test_another_model_is_one_change_of_the_model() -> None:
    before = team(agent("a", model_client=model("gpt-4o")))
    after = team(agent("a", model_client=replay("Hi.")))

    changes = changed_parts(before, after)

    assert [(part.change, part.kind) for part in changes] == [("changed", "model")]
    assert changes[0].inside == ["Round robin", "a"]
    assert "type" in {field.name for field in changes[0].fields}


def test_a_new_name_is_a_change_and_not_another_agent() -> None:
    changes = changed_parts(team(agent("a"), agent("b")), team(agent("a"), agent("c")))

    assert told(changes) == [("changed", "c")]
    assert "name" in {field.name for field in changes[0].fields}


def test_another_order_is_told_as_such() -> None:
    changes = changed_parts(team(agent("a"), agent("b")), team(agent("b"), agent("a")))

    assert told(changes) == [("changed", "Round robin")]
    assert changes[0].fields[0].name == "order of participants"
    assert (changes[0].fields[0].before, changes[0].fields[0].after) == ("a, b", "b, a")


def test_hand_offs_are_settings() -> None:
    changes = changed_parts(team(agent("a", handoffs=["b"])), team(agent("a", handoffs=["c"])))

    assert [(f.name, f.before, f.after) for f in changes[0].fields] == [
        ("handoffs", '["b"]', '["c"]')
    ]


def test_both_canvases_mark_what_is_different_and_places_do_not_count() -> None:
    before = TeamDocument(component=team(agent("a"), agent("b")))
    moved = NodePlace(id="n9", path="/config/participants/0", x=900, y=900)
    inner = agent("a", model_client=model("gpt-4o"))
    after = TeamDocument(component=team(inner, agent("new")), places=[moved])

    found = compare_documents(before, after, infos=(info(1), info(2)))

    left = {node.label: node.change for node in sides(found)[0].nodes}
    right = {node.label: node.change for node in sides(found)[1].nodes}
    assert left == {"Round robin": None, "a": "changed", "b": "changed"}
    assert right == {"Round robin": None, "a": "changed", "new": "changed"}
    assert {edge.change for edge in sides(found)[1].edges} == {None}
    only_moved = compare_documents(
        before, before.model_copy(update={"places": [moved]}), infos=(info(1), info(2))
    )
    assert only_moved.parts == []


def test_added_and_removed_nodes_and_edges_are_marked_on_their_side() -> None:
    before = TeamDocument(component=team(agent("a")))
    after = TeamDocument(component=team(agent("a"), agent("b")))

    found = compare_documents(before, after, infos=(info(1), info(2)))
    back = compare_documents(after, before, infos=(info(2), info(1)))

    assert {n.label: n.change for n in sides(found)[1].nodes}["b"] == "added"
    assert "added" in {edge.change for edge in sides(found)[1].edges}
    assert {n.label: n.change for n in sides(back)[0].nodes}["b"] == "removed"


def test_keys_written_into_a_team_are_never_shown() -> None:
    before = team(agent("a", model_client=model("gpt-4o", api_key="sk-abcdefghijklmnopqrstuv")))
    after = clone_dict(before)
    client = after["config"]["participants"][0]["config"]["model_client"]["config"]
    client["api_key"] = "sk-zyxwvutsrqponmlkjihgfedcba"

    found = compare_documents(
        TeamDocument(component=before), TeamDocument(component=after), infos=(info(1), info(2))
    )

    assert "sk-" not in found.model_dump_json()


def named(label: str, *agents: JsonDict) -> JsonDict:
    inner = team(*agents)
    return {**inner, "config": {**inner["config"], "name": label}}


def test_a_team_inside_has_a_canvas_of_its_own_on_both_sides() -> None:
    before = team(agent("a"), named("desk", agent("b"), agent("c")))
    after = team(named("desk", agent("b", system_message="New."), agent("d")), agent("a"))

    found = compare_documents(
        TeamDocument(component=before), TeamDocument(component=after), infos=(info(1), info(2))
    )

    whole, desk = found.levels
    assert (whole.label, desk.label, desk.inside) == ("Round robin", "desk", ["Round robin"])
    assert (desk.before_path, desk.after_path) == (
        "/config/participants/1",
        "/config/participants/0",
    )
    left, right = sides(found, "desk")
    assert {node.label: node.change for node in left.nodes} == {
        "desk": None,
        "b": "changed",
        "c": "changed",
    }
    assert {node.label: node.change for node in right.nodes} == {
        "desk": None,
        "b": "changed",
        "d": "changed",
    }
    assert (whole.differences, desk.differences) == (3, 2)


def test_a_team_that_only_one_side_has_is_shown_on_that_side() -> None:
    before = team(agent("a"))
    after = team(agent("a"), named("desk", agent("b")))

    found = compare_documents(
        TeamDocument(component=before), TeamDocument(component=after), infos=(info(1), info(2))
    )

    desk = found.levels[1]
    assert desk.before_picture is None
    assert desk.after_picture is not None
    assert [node.label for node in desk.after_picture.nodes] == ["desk", "b"]
