"""CV202: a graph that begins nowhere."""

from collections.abc import Iterator

from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        if flow.team.members and not flow.starts:
            yield Finding(flow.team.field("graph"), f"{flow.team.label} has nowhere to start")


RULE = Rule(
    "CV202",
    "error",
    "A graph without a start",
    "Draw an edge from the team to the agent that begins.",
    _look,
)
