"""CV208: edges of one group that disagree."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.graphs.flow import Arrow, flows
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for flow in flows(scene):
        first: dict[tuple[str, str], str] = {}
        told: set[tuple[str, str]] = set()
        for arrow in flow.arrows:
            key = _key(arrow)
            if first.setdefault(key, arrow.activation) != arrow.activation and key not in told:
                told.add(key)
                yield Finding(
                    flow.path(arrow.target),
                    f"Edges into {arrow.target} (group {arrow.group!r}) "
                    "wait for all in part and for any in part",
                    fix=[_set(other, first[key]) for other in flow.arrows if _key(other) == key],
                )


def _key(arrow: Arrow) -> tuple[str, str]:
    return arrow.target, arrow.group


def _set(arrow: Arrow, activation: str) -> JsonDict:
    return {"op": "set", "path": f"{arrow.path}/activation_condition", "value": activation}


RULE = Rule(
    "CV208",
    "error",
    "Edges of one group that disagree on all or any",
    "Use the same setting for the whole group, or put the edges into different groups.",
    _look,
)
