"""CV506: a temperature that the model refuses."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of("model"):
        value = model.config.get("temperature")
        limit = 1 if model.class_name.startswith("Anthropic") else 2
        if isinstance(value, int | float) and not 0 <= value <= limit:
            path = model.field("temperature")
            yield Finding(
                path,
                f"A temperature of {value} is outside 0 to {limit}",
                fix=[{"op": "set", "path": path, "value": limit if value > limit else 0}],
            )


RULE = Rule(
    "CV506",
    "warning",
    "A temperature out of range",
    "Use 0 for steady answers, up to 1 (Anthropic) or 2 (others) for varied ones.",
    _look,
)
