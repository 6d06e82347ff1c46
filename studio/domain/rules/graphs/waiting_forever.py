"""CV211: an agent that waits for itself."""

from collections.abc import Iterator

from studio._kit.digraph import reachable
from studio.domain.json_values import JsonDict
from studio.domain.rules.graphs.flow import Arrow, Flow, flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        for name in _joins(flow):
            after = reachable(flow.pairs, [name])
            groups: dict[str, set[bool]] = {}
            back: list[Arrow] = []
            for arrow in flow.arrows:
                if arrow.target == name and arrow.activation == "all":
                    groups.setdefault(arrow.group, set()).add(arrow.source in after)
                    back += [arrow] * (arrow.source in after)
            if any(len(sides) > 1 for sides in groups.values()):
                yield Finding(
                    flow.path(name),
                    f"{name} waits for agents that can only run after it",
                    fix=[_apart(arrow) for arrow in back],
                )


def _apart(arrow: Arrow) -> JsonDict:
    """Give an edge that comes back an activation group of its own."""
    group = f"back from {arrow.source}"
    return {"op": "set", "path": f"{arrow.path}/activation_group", "value": group}


def _joins(flow: Flow) -> list[str]:
    targets = [target for _, target in flow.pairs]
    return [name for name in flow.nodes if targets.count(name) > 1]


RULE = Rule(
    "CV211",
    "warning",
    "An agent that waits for its own followers",
    "Let the edge that comes back have an activation group of its own, or wait for any.",
    _look,
)
