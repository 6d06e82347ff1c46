"""CV301: something that needs a component and has none."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene
from studio.domain.slots import SlotSpec, items_in, slots_of


def _look(scene: Scene) -> Iterator[Finding]:
    for found in scene.all:
        for spec in slots_of(found.component):
            if spec.required and next(items_in(found.component, found.path, spec), None) is None:
                path = found.field(spec.field)
                yield Finding(
                    path, f"{found.label} has no {spec.label.lower()}", fix=_same(scene, spec, path)
                )


def _same(scene: Scene, spec: SlotSpec, path: str) -> list[JsonDict] | None:
    """Take the model that another component of the document has."""
    models = scene.of("model") if spec.slot == "model" else []
    return [{"op": "set", "path": path, "value": models[0].component}] if models else None


RULE = Rule("CV301", "error", "A part that is missing", "Drag one from the library onto it.", _look)
