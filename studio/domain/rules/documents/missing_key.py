"""CV702: something that only stands where a key should be."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene
from studio.domain.secrets import MASK, find_secrets, is_stand_in


def _look(scene: Scene) -> Iterator[Finding]:
    for path, name, value in find_secrets(scene.root):
        if value == MASK or is_stand_in(value):
            yield Finding(
                path,
                f"{value!r} is not a key",
                hint=f"Write ${{{name}}} here and store the key under Settings.",
                fix=[{"op": "set", "path": path, "value": f"${{{name}}}"}],
            )


RULE = Rule(
    "CV702",
    "warning",
    "A stand-in where a key should be",
    "Store the key under Settings and refer to it by name, like ${OPENAI_API_KEY}.",
    _look,
)
