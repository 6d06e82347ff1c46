"""CV202: a graph that begins nowhere."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        if flow.team.members and not flow.starts:
            first = next((name for name in flow.team.names if name in flow.nodes), None)
            path = flow.team.field("graph", "default_start_node")
            fix: list[JsonDict] = [{"op": "set", "path": path, "value": first}]
            yield Finding(
                flow.team.field("graph"),
                f"{flow.team.label} has nowhere to start",
                fix=fix if first else None,
            )


RULE = Rule(
    "CV202",
    "error",
    "A graph without a start",
    "Draw an edge from the team to the agent that begins.",
    _look,
)
