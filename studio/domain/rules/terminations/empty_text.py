"""CV606: a stop word that every message contains."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of


def _look(scene: Scene) -> Iterator[Finding]:
    for condition in scene.of_class("TextMentionTermination"):
        if not text_of(condition, "text"):
            path = condition.field("text")
            yield Finding(
                path,
                "An empty text is found in every message, so the team stops at once",
                fix=[{"op": "set", "path": path, "value": "TERMINATE"}],
            )


RULE = Rule(
    "CV606", "error", "An empty stop word", "Write the word that ends the conversation.", _look
)
