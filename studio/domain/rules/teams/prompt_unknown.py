"""CV112: a selector prompt that cannot be filled in."""

import re
from collections.abc import Iterator
from string import Formatter

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_KNOWN = {"roles", "participants", "history"}
_BRACES = re.compile(r"\{(?:roles|participants|history)\}|\{\{|\}\}|[{}]")


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.of_class("SelectorGroupChat"):
        prompt = text_of(team, "selector_prompt")
        fault = _fault(prompt)
        if fault:
            path = team.field("selector_prompt")
            fix: list[JsonDict] = [{"op": "set", "path": path, "value": _doubled(prompt)}]
            yield Finding(path, f"The selector prompt {fault}", fix=fix)


def _doubled(prompt: str) -> str:
    """Double every brace that is neither doubled already nor part of a known placeholder."""
    return _BRACES.sub(lambda found: found[0] if len(found[0]) > 1 else found[0] * 2, prompt)


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
