"""CV210: a condition that cannot be kept in a document."""

from collections.abc import Iterator

from studio.domain.json_values import as_dicts
from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        for name, node in flow.nodes.items():
            for index, edge in enumerate(as_dicts(node.get("edges"))):
                if edge.get("condition_function") is not None:
                    yield Finding(
                        flow.team.field("graph", "nodes", name, "edges", index),
                        f"The condition of an edge from {name} is code and will not run here",
                    )


RULE = Rule(
    "CV210",
    "warning",
    "A condition that is program code",
    "Use a text that the message contains; code conditions are not saved.",
    _look,
)
