"""CV205: an agent that is never reached."""

from collections.abc import Iterator

from studio._kit.digraph import reachable
from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        if not flow.starts:
            continue
        reached = reachable(flow.pairs, flow.starts)
        for name in flow.nodes:
            if name not in reached:
                yield Finding(flow.path(name), f"No path leads to {name}")


RULE = Rule(
    "CV205",
    "warning",
    "An agent no path leads to",
    "Draw an edge to it from an agent that runs.",
    _look,
)
