"""CV504: a replay model with nothing to say."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of_class("ReplayChatCompletionClient"):
        if not model.config.get("chat_completions"):
            yield Finding(model.field("chat_completions"), "the replay model has no answers")


RULE = Rule("CV504", "error", "A replay model without answers", "Write at least one answer.", _look)
