"""A graph flow as the graph rules look at it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.pointer import escape
from studio.domain.rules.scene import Scene, Team
from studio.domain.team_edges import graph_nodes, start_nodes

_CONDITIONS = ("condition", "condition_function", "condition_expression")


@dataclass(frozen=True)
class Arrow:
    """One edge of a graph, by names."""

    source: str
    target: str
    conditional: bool
    group: str
    activation: str
    path: str


@dataclass
class Flow:
    """A graph flow with its nodes and edges."""

    team: Team
    nodes: dict[str, JsonDict]

    @cached_property
    def arrows(self) -> list[Arrow]:
        """Return the edges between nodes that exist."""
        return [
            Arrow(
                name,
                target,
                any(edge.get(field) is not None for field in _CONDITIONS),
                as_text(edge.get("activation_group")) or target,
                as_text(edge.get("activation_condition")) or "all",
                self.team.field("graph", "nodes", escape(name), "edges", index),
            )
            for name, node in self.nodes.items()
            for index, edge in enumerate(map(as_dict, as_list(node.get("edges"))))
            if (target := as_text(edge.get("target"))) in self.nodes
        ]

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Return who leads to whom."""
        return [(arrow.source, arrow.target) for arrow in self.arrows]

    @cached_property
    def starts(self) -> list[str]:
        """Return where it begins."""
        return [name for name in start_nodes(self.team.component) if name in self.nodes]

    def path(self, node: str) -> str:
        """Return where to show a finding about a node: at its agent when there is one."""
        for member in self.team.members:
            if member.name == node:
                return member.path
        return self.team.field("graph", "nodes", node)


def flows(scene: Scene) -> Iterator[Flow]:
    """Yield the graph flows of a scene."""
    for team in scene.teams:
        if team.class_name == "GraphFlow":
            yield Flow(team, graph_nodes(team.component))
