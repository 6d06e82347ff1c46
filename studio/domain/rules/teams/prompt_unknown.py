"""CV112: a selector prompt that cannot be filled in."""

from collections.abc import Iterator
from string import Formatter

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_KNOWN = {"roles", "participants", "history"}


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.of_class("SelectorGroupChat"):
        fault = _fault(text_of(team, "selector_prompt"))
        if fault:
            yield Finding(team.field("selector_prompt"), f"the selector prompt {fault}")


def _fault(prompt: str) -> str:
    try:
        fields = [name for _, name, _, _ in Formatter().parse(prompt) if name is not None]
    except ValueError:
        return "has a brace without its partner"
    unknown = sorted({"{" + name + "}" for name in fields if name not in _KNOWN})
    return f"has the unknown placeholder {', '.join(unknown)}" if unknown else ""


RULE = Rule(
    "CV112",
    "error",
    "A selector prompt with unknown placeholders",
    "Only {roles}, {participants} and {history} are filled in; write {{ and }} for plain braces.",
    _look,
)
