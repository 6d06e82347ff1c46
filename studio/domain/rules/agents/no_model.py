"""CV301: something that needs a component and has none."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene
from studio.domain.slots import items_in, slots_of


def _look(scene: Scene) -> Iterator[Finding]:
    for found in scene.all:
        for spec in slots_of(found.component):
            if spec.required and next(items_in(found.component, found.path, spec), None) is None:
                yield Finding(found.field(spec.field), f"{found.label} has no {spec.label.lower()}")


RULE = Rule("CV301", "error", "A part that is missing", "Drag one from the library onto it.", _look)
