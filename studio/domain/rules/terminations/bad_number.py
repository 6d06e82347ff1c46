"""CV601: a condition that is met before anything is said."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_FIELDS: dict[str, tuple[str, int]] = {
    "MaxMessageTermination": ("max_messages", 10),
    "TimeoutTermination": ("timeout_seconds", 300),
}


def _look(scene: Scene) -> Iterator[Finding]:
    for condition in scene.of_class(*_FIELDS):
        field, usual = _FIELDS[condition.class_name]
        value = condition.config.get(field)
        if isinstance(value, int | float) and value <= 0:
            path = condition.field(field)
            yield Finding(
                path,
                f"{field.replace('_', ' ')} is {value}",
                fix=[{"op": "set", "path": path, "value": usual}],
            )


RULE = Rule("CV601", "error", "A limit of zero or less", "Use a number above zero.", _look)
