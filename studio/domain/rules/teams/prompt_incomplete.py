"""CV111: a selector prompt that leaves out what the model needs."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_NEEDED = ("roles", "participants", "history")
_LINES = {
    "{roles}": "Who there is:\n{roles}",
    "{participants}": "Choose one of {participants} and answer with the name alone.",
    "{history}": "What has been said:\n{history}",
}


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.of_class("SelectorGroupChat"):
        prompt = text_of(team, "selector_prompt")
        missing = ["{" + name + "}" for name in _NEEDED if "{" + name + "}" not in prompt]
        if prompt and missing:
            path = team.field("selector_prompt")
            lines = [prompt, *(_LINES[name] for name in missing)]
            yield Finding(
                path,
                f"The selector prompt of {team.label} leaves out {', '.join(missing)}",
                fix=[{"op": "set", "path": path, "value": "\n".join(lines)}],
            )


RULE = Rule(
    "CV111",
    "warning",
    "A selector prompt without its placeholders",
    "Use {roles} for the descriptions, {participants} for the names, {history} for what was said.",
    _look,
)
