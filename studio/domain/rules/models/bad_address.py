"""CV505: an address that is none."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of("model"):
        for field in ("base_url", "azure_endpoint", "host"):
            value = text_of(model, field)
            if not value or "${" in value or value.startswith(("http://", "https://")):
                continue
            if field == "host" and "://" not in value:
                continue
            yield Finding(model.field(field), f"{value!r} is not an address")


RULE = Rule(
    "CV505",
    "error",
    "A model address that is none",
    "It begins with http:// or https://, for example http://localhost:11434/v1.",
    _look,
)
