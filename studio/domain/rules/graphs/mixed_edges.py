"""CV207: an agent whose edges are partly conditional."""

from collections.abc import Iterator

from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        for name in flow.nodes:
            kinds = {arrow.conditional for arrow in flow.arrows if arrow.source == name}
            if len(kinds) > 1:
                yield Finding(
                    flow.path(name), f"Some edges from {name} have a condition and others have none"
                )


RULE = Rule(
    "CV207",
    "error",
    "Edges with and without a condition from one agent",
    "Give every edge of this agent a condition, or none.",
    _look,
)
