"""Draws and erases hand-offs and graph edges."""

from typing import Final

from studio.domain import pointer
from studio.domain.exceptions import EdgeError
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.kinds import class_of, kind_of, label_of, name_of
from studio.domain.operations.draft import Draft
from studio.domain.references import handoff_tool_name
from studio.domain.team_edges import (
    TEAM,
    TeamEdge,
    edges_of,
    graph_of,
    handoff_target,
    team_path_of,
)

_EDGE_FIELDS: Final = ("condition", "activation_group", "activation_condition")


def connect(draft: Draft, op: JsonDict) -> None:
    """`connect {source, target, kind?, condition?}` between two nodes of one canvas."""
    source, target = draft.resolve(op.get("source")), draft.resolve(op.get("target"))
    seat, goal = team_path_of(source), team_path_of(target)
    if goal is not None and source == goal[0]:
        _set_entry(draft, source, target)
        return
    if seat is None or goal is None or seat[0] != goal[0]:
        raise EdgeError(
            "these two cannot be connected",
            path=source,
            hint="Connect two agents of the same team; drop models and tools onto an agent.",
        )
    team = draft.component_at(seat[0])
    kind = as_text(op.get("kind")) or _EDGE_OF.get(class_of(team), "")
    if kind == "handoff":
        _add_handoff(draft, source, target, op)
    elif kind == "graph" and class_of(team) == "GraphFlow":
        _add_graph_edge(team, draft.component_at(source), draft.component_at(target), op)
    else:
        raise EdgeError(
            f"in {label_of(team)!r} nobody is connected by hand",
            path=seat[0],
            hint="Use a swarm for hand-offs or a graph flow for fixed paths.",
        )


def disconnect(draft: Draft, op: JsonDict) -> None:
    """`disconnect {edge}`."""
    edge, team_path = find_edge(draft, op)
    if edge.kind == "participant":
        graph = graph_of(draft.component_at(team_path))
        if graph.pop("default_start_node", None) is None:
            raise EdgeError(
                "this edge only shows who is in the team",
                path=edge.path,
                hint="Remove the agent, or draw an edge to another start.",
            )
        return
    draft.delete(edge.path)


def set_edge(draft: Draft, op: JsonDict) -> None:
    """`set_edge {edge, value}`: condition and activation of a graph edge, words of a hand-off."""
    edge, _ = find_edge(draft, op)
    value = op.get("value")
    changes = {"condition": value} if isinstance(value, str | None) else as_dict(value)
    if edge.kind == "participant" or not changes:
        raise EdgeError("this edge has nothing to set", path=edge.path)
    holder, key = pointer.parent(edge.path)
    fields = as_dict(draft.get(edge.path))
    if not fields:
        fields = {"target": handoff_target(draft.get(edge.path))}
        as_list(draft.get(holder))[int(key)] = fields
    for field, new in changes.items():
        if new is None or (new == "" and field == "condition"):
            fields.pop(field, None)
        else:
            fields[field] = new
    if edge.kind == "graph":
        fields.pop("condition_function", None)


def find_edge(draft: Draft, op: JsonDict) -> tuple[TeamEdge, str]:
    """Return the edge an operation names (by its id or its path) and the path of its team."""
    name = as_text(op.get("edge"))
    if name.startswith("/"):
        team_path = _team_around(draft, name)
        wanted = edges_of(draft.component_at(team_path), team_path)
        found = next((edge for edge in wanted if edge.path == name), None)
    else:
        team_path, found = _edge_by_id(draft, name)
    if found is None:
        raise EdgeError(
            f"there is no edge {name!r}",
            hint="The team has changed meanwhile; load it again.",
            details={"edge": name},
        )
    return found, team_path


_EDGE_OF: Final[dict[str, str]] = {"Swarm": "handoff", "GraphFlow": "graph"}


def _edge_by_id(draft: Draft, name: str) -> tuple[str, TeamEdge | None]:
    kind, source, target, nth, *_ = [*name.split(":"), "", "", "", ""]
    if not source or not target:
        return "", None
    start, end = draft.place(source), draft.place(target)
    goal = team_path_of(end.path)
    if goal is None:
        return "", None
    seat = team_path_of(start.path)
    origin = TEAM if start.path == goal[0] or seat is None else seat[1]
    number = int(nth) if nth.isdecimal() else 0
    for edge in edges_of(draft.component_at(goal[0]), goal[0]):
        same_ends = edge.source == origin and edge.target == goal[1]
        if edge.kind == kind and same_ends and edge.nth == number:
            return goal[0], edge
    return goal[0], None


def _team_around(draft: Draft, path: str) -> str:
    while path:
        path = pointer.parent(path)[0]
        found = pointer.find(draft.component, path)
        if isinstance(found, dict) and kind_of(as_dict(found)) == "team" and "provider" in found:
            return path
    return path


def _set_entry(draft: Draft, team_path: str, target: str) -> None:
    team = draft.component_at(team_path)
    name = name_of(draft.component_at(target))
    if class_of(team) == "Swarm":
        draft.reorder(target, 0)
    elif class_of(team) == "GraphFlow":
        draft.config_at(team_path).setdefault("graph", {"nodes": {}})
        graph_of(team)["default_start_node"] = name
    else:
        raise EdgeError(
            f"{label_of(team)!r} reaches all its agents already",
            path=team_path,
            hint="Change the order of the agents instead.",
        )


def _add_handoff(draft: Draft, source: str, target: str, op: JsonDict) -> None:
    name = name_of(draft.component_at(target))
    agent = draft.component_at(source)
    if source == target:
        raise EdgeError("an agent cannot hand over to itself", path=source)
    if class_of(agent) not in {"AssistantAgent", "MagenticOneCoderAgent"}:
        raise EdgeError(
            f"{name_of(agent)!r} cannot hand over",
            path=source,
            hint="Only assistant agents have hand-offs; a person answers whoever handed over.",
        )
    handoffs = draft.list_at(source, "handoffs")
    if any(handoff_target(item) == name for item in handoffs):
        raise EdgeError(f"{name_of(agent)!r} hands over to {name!r} already", path=source)
    words = as_text(op.get("condition"))
    if any(isinstance(item, dict) for item in handoffs) or words:
        handoffs.append(
            {
                "target": name,
                "description": words or f"Handoff to {name}.",
                "name": handoff_tool_name(name),
                "message": f"Transferred to {name}, adopting the role of {name} immediately.",
            }
        )
    else:
        handoffs.append(name)


def _add_graph_edge(team: JsonDict, source: JsonDict, target: JsonDict, op: JsonDict) -> None:
    start, end = name_of(source), name_of(target)
    graph = as_dict(as_dict(team["config"]).setdefault("graph", {}))
    nodes = as_dict(graph.setdefault("nodes", {}))
    for name in (start, end):
        nodes.setdefault(name, {"name": name, "edges": [], "activation": "all"})
    edges = as_list(as_dict(nodes[start]).setdefault("edges", []))
    edge: JsonDict = {"target": end}
    edge.update({field: op[field] for field in _EDGE_FIELDS if op.get(field)})
    same = [
        item
        for item in edges
        if as_dict(item).get("target") == end
        and as_dict(item).get("condition") == edge.get("condition")
    ]
    if same:
        raise EdgeError(
            f"{start!r} leads to {end!r} already",
            hint="Give the second edge another condition.",
        )
    edges.append(edge)
