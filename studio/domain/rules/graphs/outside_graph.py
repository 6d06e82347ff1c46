"""CV209: a participant the graph does not know."""

from collections.abc import Iterator

from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        for member in flow.team.members:
            if member.name and member.name not in flow.nodes:
                yield Finding(member.path, f"{member.name} is in the team but not in the graph")


RULE = Rule(
    "CV209",
    "warning",
    "An agent that is not in the graph",
    "Draw an edge to it, or remove it.",
    _look,
)
