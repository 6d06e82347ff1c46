"""CV701: a key written into the document."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene
from studio.domain.secrets import MASK, find_secrets, is_stand_in


def _look(scene: Scene) -> Iterator[Finding]:
    for path, name, value in find_secrets(scene.root):
        if value != MASK and not is_stand_in(value):
            yield Finding(
                path,
                "A key is written into the document, where everyone who gets it can read it",
                hint=f"Store it under Settings as {name} and write ${{{name}}} here.",
                fix=[{"op": "set", "path": path, "value": f"${{{name}}}"}],
            )


RULE = Rule(
    "CV701",
    "warning",
    "A key written into the document",
    "Store it under Settings and refer to it by name, like ${OPENAI_API_KEY}.",
    _look,
)
