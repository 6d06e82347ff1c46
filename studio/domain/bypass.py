"""Leaves bypassed agents out of a team, with the ways around them mended."""

from collections.abc import Sequence

from studio.domain import pointer
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text, clone_dict
from studio.domain.kinds import class_of, is_component, name_of
from studio.domain.operations.draft import Draft
from studio.domain.operations.structure import take
from studio.domain.team_edges import graph_nodes, graph_of, handoff_target, team_path_of
from studio.domain.team_spec import TeamDocument


def bypassed_paths(document: TeamDocument) -> list[str]:
    """Return the participants that a document leaves out for the time being."""
    return [place.path for place in document.places if place.bypassed and not place.inside]


def runnable(document: TeamDocument) -> JsonDict:
    """Return the component of a document as it is run and taken away."""
    return without(document.component, bypassed_paths(document))


def without(component: JsonDict, paths: Sequence[str]) -> JsonDict:
    """Return a component without some of its participants; itself when there are none to leave out.

    Who handed over to such an agent hands over to whom it would have, and a path of a graph that
    led to it leads on to where it led.
    """
    if not paths:
        return component
    draft = Draft(TeamDocument(component=component))
    for path in sorted(set(paths), key=_back_to_front, reverse=True):
        seat = team_path_of(path)
        if seat is None or not is_component(pointer.find(draft.component, path)):
            continue
        team = draft.component_at(seat[0])
        agent = draft.component_at(path)
        _mend_handoffs(team, agent)
        if class_of(team) == "GraphFlow":
            _mend_graph(team, name_of(agent))
        take(draft, path)
    return draft.component


def _back_to_front(path: str) -> list[tuple[int, str]]:
    """Order paths so that what lies deeper or further back in a list comes later."""
    return [(int(key), "") if key.isdecimal() else (-1, key) for key in pointer.parts(path)]


def _mend_handoffs(team: JsonDict, agent: JsonDict) -> None:
    gone = name_of(agent)
    onward = as_list(as_dict(agent.get("config")).get("handoffs"))
    for other in as_dicts(as_dict(team.get("config")).get("participants")):
        config = as_dict(other.get("config"))
        handoffs = as_list(config.get("handoffs"))
        known = {handoff_target(item) for item in handoffs}
        if gone not in known or other is agent:
            continue
        known.add(name_of(other))
        kept = [item for item in handoffs if handoff_target(item) != gone]
        added = [item for item in onward if handoff_target(item) not in known]
        config["handoffs"] = kept + added


def _mend_graph(team: JsonDict, gone: str) -> None:
    graph, nodes = graph_of(team), graph_nodes(team)
    ways_out = [
        edge for edge in as_dicts(nodes.get(gone, {}).get("edges")) if edge.get("target") != gone
    ]
    for name, node in nodes.items():
        if name != gone and "edges" in node:
            node["edges"] = _led_around(name, as_dicts(node["edges"]), gone, ways_out)
    if graph.get("default_start_node") == gone:
        targets = [as_text(edge.get("target")) for edge in ways_out]
        if len(targets) == 1:
            graph["default_start_node"] = targets[0]


def _led_around(
    name: str, edges: list[JsonDict], gone: str, ways_out: list[JsonDict]
) -> list[JsonDict]:
    """Replace each edge to the one that is gone by edges to where it led."""
    result = [edge for edge in edges if edge.get("target") != gone]
    known = {(edge.get("target"), str(edge.get("condition"))) for edge in result}
    for edge in edges:
        if edge.get("target") != gone:
            continue
        for onward in ways_out:
            joined = clone_dict(onward)
            for field in ("condition", "condition_expression"):
                joined.pop(field, None)
                if edge.get(field) is not None:
                    joined[field] = edge[field]
            key = (joined.get("target"), str(joined.get("condition")))
            if joined.get("target") != name and key not in known:
                known.add(key)
                result.append(joined)
    return result
