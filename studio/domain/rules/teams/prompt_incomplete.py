"""CV111: a selector prompt that leaves out what the model needs."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_NEEDED = ("roles", "participants", "history")


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.of_class("SelectorGroupChat"):
        prompt = text_of(team, "selector_prompt")
        missing = ["{" + name + "}" for name in _NEEDED if "{" + name + "}" not in prompt]
        if prompt and missing:
            yield Finding(
                team.field("selector_prompt"),
                f"the selector prompt of {team.label} leaves out {', '.join(missing)}",
            )


RULE = Rule(
    "CV111",
    "warning",
    "A selector prompt without its placeholders",
    "Use {roles} for the descriptions, {participants} for the names, {history} for what was said.",
    _look,
)
