"""CV204: a loop without an exit."""

from collections.abc import Iterator

from studio._kit.digraph import find_cycle
from studio.domain.rules.graphs.flow import flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        plain = [(arrow.source, arrow.target) for arrow in flow.arrows if not arrow.conditional]
        loop = find_cycle(plain) if plain else None
        if loop:
            yield Finding(
                flow.path(loop[0]), f"The loop {' -> '.join([*loop, loop[0]])} has no condition"
            )


RULE = Rule(
    "CV204",
    "error",
    "A loop that cannot end",
    "Give an edge on the loop a condition.",
    _look,
)
