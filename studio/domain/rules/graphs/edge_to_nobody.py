"""CV201: a graph edge or node without its agent."""

from collections.abc import Iterator

from studio.domain.json_values import as_dict, as_list, as_text
from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, Team
from studio.domain.team_edges import graph_of


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        yield from _nodes(flow.team, flow.nodes)
        yield from _entry(flow.team, flow.nodes)


def _nodes(team: Team, nodes: dict[str, dict[str, object]]) -> Iterator[Finding]:
    names = set(team.names)
    for name, node in nodes.items():
        if name not in names:
            path = team.field("graph", "nodes", name)
            yield Finding(
                path,
                f"The graph has a node {name!r} but {team.label} has no such agent",
                fix=[{"op": "remove", "path": path}],
            )
        for index, edge in enumerate(as_list(node.get("edges"))):
            target = as_text(as_dict(edge).get("target"))
            if target not in nodes:
                path = team.field("graph", "nodes", name, "edges", index)
                yield Finding(
                    path,
                    f"An edge from {name} leads to {target!r}, which is not in the graph",
                    fix=[{"op": "remove", "path": path}],
                )


def _entry(team: Team, nodes: dict[str, dict[str, object]]) -> Iterator[Finding]:
    entry = as_text(graph_of(team.component).get("default_start_node"))
    if entry and entry not in nodes:
        path = team.field("graph", "default_start_node")
        yield Finding(
            path,
            f"The graph starts at {entry!r}, which is not in it",
            fix=[{"op": "remove", "path": path}],
        )


RULE = Rule(
    "CV201",
    "error",
    "A graph edge to nobody",
    "Draw the edge to an agent of this team, or remove it.",
    _look,
)
