"""CV705: a component of an earlier or later version."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_CURRENT = {"AssistantAgent": 2, "MagenticOneCoderAgent": 2}


def _look(scene: Scene) -> Iterator[Finding]:
    for found in scene.all:
        current = _CURRENT.get(found.class_name)
        version = found.component.get("component_version")
        if current is not None and isinstance(version, int) and version < current:
            yield Finding(
                f"{found.path}/component_version",
                f"{found.label} was saved as version {version}; {current} is current",
            )


RULE = Rule(
    "CV705",
    "info",
    "A component of an earlier version",
    "It is brought up to date when it runs; save it from there to keep the new form.",
    _look,
)
