"""CV707: a component in a place for another kind."""

from collections.abc import Iterator

from studio.domain.kinds import kind_of
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene
from studio.domain.slots import items_in, slots_of


def _look(scene: Scene) -> Iterator[Finding]:
    for found in scene.all:
        for spec in slots_of(found.component):
            for path, item in items_in(found.component, found.path, spec):
                kind = kind_of(item)
                allowed = (
                    (*spec.kinds, "other", "team")
                    if spec.slot == "participants"
                    else (
                        *spec.kinds,
                        "other",
                    )
                )
                if kind not in allowed:
                    yield Finding(
                        path,
                        f"A {kind.replace('_', ' ')} stands under {spec.label!r} of {found.label}",
                    )


RULE = Rule(
    "CV707",
    "error",
    "A component in the wrong place",
    "Move it to where its kind belongs.",
    _look,
)
