"""CV203: a graph that ends nowhere."""

from collections.abc import Iterator

from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        sources = {arrow.source for arrow in flow.arrows}
        if flow.nodes and not any(name not in sources for name in flow.nodes):
            yield Finding(
                flow.team.field("graph"), f"Every agent of {flow.team.label} leads to another one"
            )


RULE = Rule(
    "CV203",
    "error",
    "A graph without an end",
    "Let at least one agent have no further edge.",
    _look,
)
