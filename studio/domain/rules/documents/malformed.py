"""CV706: something that is not a component where one must be."""

from collections.abc import Iterator

from studio.domain.json_values import as_list, as_text
from studio.domain.kinds import is_component, is_trusted
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene
from studio.domain.slots import SlotSpec, slots_of


def _look(scene: Scene) -> Iterator[Finding]:
    if not is_component(scene.root):
        yield Finding("", "The document is not a component: it has no provider and config")
        return
    for found in scene.all:
        provider = as_text(found.component.get("provider"))
        if "." not in provider and not is_trusted(provider):
            yield Finding(f"{found.path}/provider", f"{provider!r} does not name a component")
        if not isinstance(found.component.get("config"), dict):
            yield Finding(f"{found.path}/config", f"{found.label} has no config")
        for spec in slots_of(found.component):
            yield from _slot(found, spec)


def _slot(found: Found, spec: SlotSpec) -> Iterator[Finding]:
    value = found.config.get(spec.field)
    path = found.field(spec.field)
    if value is None or is_component(value):
        return
    if spec.many and isinstance(value, list):
        for index, item in enumerate(as_list(value)):
            if not is_component(item):
                yield Finding(f"{path}/{index}", f"{spec.label} holds what is no component")
    else:
        yield Finding(path, f"{spec.label} holds what is no component")


RULE = Rule(
    "CV706",
    "error",
    "Something that is not a component",
    "A component is an object with 'provider' (a dotted class name) and 'config'.",
    _look,
)
