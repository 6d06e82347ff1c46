"""CV504: a replay model with nothing to say."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for model in scene.of_class("ReplayChatCompletionClient"):
        if not model.config.get("chat_completions"):
            path = model.field("chat_completions")
            fix: list[JsonDict] = [{"op": "set", "path": path, "value": ["Hello."]}]
            yield Finding(path, "The replay model has no answers", fix=fix)


RULE = Rule("CV504", "error", "A replay model without answers", "Write at least one answer.", _look)
