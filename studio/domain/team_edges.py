"""Who follows whom in a team: membership, hand-offs and graph edges, read from its JSON."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from studio.domain import pointer
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.kinds import class_of, name_of

EdgeKind = Literal["participant", "handoff", "graph"]

TEAM: Final = -1
"""Stands for the team itself where a participant's index is expected."""


@dataclass(frozen=True)
class TeamEdge:
    """One arrow between two participants, by index, or from the team to one."""

    kind: EdgeKind
    source: int
    target: int
    path: str
    """Of the JSON that says so."""
    nth: int = 0
    """Counts further edges between the same two."""
    fields: JsonDict | None = None
    """The edge of a graph, or a hand-off with more than a target."""


def participants(team: JsonDict) -> list[JsonDict]:
    """Return the participants of a team; whatever is not an object stands as an empty one."""
    return [as_dict(item) for item in as_list(as_dict(team.get("config")).get("participants"))]


def participant_path(team_path: str, index: int) -> str:
    """Return where a participant of a team lies."""
    return pointer.join(team_path, "config", "participants", index)


def team_path_of(path: str) -> tuple[str, int] | None:
    """Tell of which team a path is a participant, and which; `None` when it is not one."""
    head, sep, index = path.rpartition("/config/participants/")
    return (head, int(index)) if sep and index.isdecimal() else None


def handoff_target(handoff: Any) -> str:
    """Return the name a hand-off leads to; it is a plain name or an object."""
    return handoff if isinstance(handoff, str) else as_text(as_dict(handoff).get("target"))


def graph_of(team: JsonDict) -> JsonDict:
    """Return the graph block of a graph flow, empty when there is none."""
    return as_dict(as_dict(team.get("config")).get("graph"))


def graph_nodes(team: JsonDict) -> dict[str, JsonDict]:
    """Return the nodes of a graph flow by name."""
    return {name: as_dict(node) for name, node in as_dict(graph_of(team).get("nodes")).items()}


def start_nodes(team: JsonDict) -> list[str]:
    """Return where a graph flow begins: its entry point, else every node nobody leads to."""
    entry = as_text(graph_of(team).get("default_start_node"))
    nodes = graph_nodes(team)
    if entry:
        return [entry]
    led_to = {
        as_text(edge.get("target"))
        for node in nodes.values()
        for edge in as_dicts(node.get("edges"))
    }
    return [name for name in nodes if name not in led_to]


def edges_of(team: JsonDict, path: str = "") -> list[TeamEdge]:
    """Return the arrows to draw for a team; those that lead to nobody are left out."""
    names = [name_of(item) for item in participants(team)]
    index_of = {name: index for index, name in reversed(list(enumerate(names))) if name}
    kind = class_of(team)
    if kind == "GraphFlow":
        starts = [index_of[name] for name in start_nodes(team) if name in index_of]
        return _members(path, starts) + _graph_edges(team, path, index_of)
    if kind == "Swarm":
        return _members(path, [0] if names else []) + _handoffs(team, path, index_of)
    return _members(path, list(range(len(names))))


def _members(path: str, indexes: list[int]) -> list[TeamEdge]:
    return [
        TeamEdge("participant", TEAM, index, participant_path(path, index)) for index in indexes
    ]


def _handoffs(team: JsonDict, path: str, index_of: dict[str, int]) -> list[TeamEdge]:
    edges: list[TeamEdge] = []
    for source, agent in enumerate(participants(team)):
        seen: dict[int, int] = {}
        for place, handoff in enumerate(as_list(as_dict(agent.get("config")).get("handoffs"))):
            target = index_of.get(handoff_target(handoff))
            if target is None:
                continue
            where = pointer.join(participant_path(path, source), "config", "handoffs", place)
            fields = as_dict(handoff) or None
            edges.append(TeamEdge("handoff", source, target, where, seen.get(target, 0), fields))
            seen[target] = seen.get(target, 0) + 1
    return edges


def _graph_edges(team: JsonDict, path: str, index_of: dict[str, int]) -> list[TeamEdge]:
    edges: list[TeamEdge] = []
    for name, node in graph_nodes(team).items():
        source = index_of.get(name)
        if source is None:
            continue
        seen: dict[int, int] = {}
        for place, edge in enumerate(as_list(node.get("edges"))):
            fields = as_dict(edge)
            target = index_of.get(as_text(fields.get("target")))
            if target is None:
                continue
            where = pointer.join(path, "config", "graph", "nodes", name, "edges", place)
            edges.append(TeamEdge("graph", source, target, where, seen.get(target, 0), fields))
            seen[target] = seen.get(target, 0) + 1
    return edges
