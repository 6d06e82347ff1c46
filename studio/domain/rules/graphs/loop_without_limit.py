"""CV206: a graph with loops and no limit."""

from collections.abc import Iterator

from studio._kit.digraph import find_cycle
from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, has_limit


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        if not has_limit(flow.team) and flow.pairs and find_cycle(flow.pairs):
            path = flow.team.field("max_turns")
            yield Finding(
                path,
                f"{flow.team.label} has a loop, but no condition to stop at and no limit of turns",
                fix=[{"op": "set", "path": path, "value": 20}],
            )


RULE = Rule(
    "CV206",
    "error",
    "A loop in a team without a limit",
    "Add a termination condition, or set the number of turns.",
    _look,
)
