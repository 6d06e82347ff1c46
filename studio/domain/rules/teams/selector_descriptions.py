"""CV110: candidates of a selector that say nothing about themselves."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_DESCRIBED = {"AssistantAgent", "RoundRobinGroupChat", "SelectorGroupChat"}

_EMPTY = {
    "",
    "An agent that provides assistance with ability to use tools.",
    "An agent that provides assistance.",
}


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name not in {"SelectorGroupChat", "MagenticOneGroupChat", "MagenticOne"}:
            continue
        for member in team.members:
            if member.class_name in _DESCRIBED and text_of(member, "description").strip() in _EMPTY:
                yield Finding(
                    member.field("description"),
                    f"{member.name} does not say what it is good for, "
                    "so the model cannot choose it well",
                )


RULE = Rule(
    "CV110",
    "warning",
    "A selector's participant without a description",
    "Describe in one sentence what it does and when it should speak.",
    _look,
)
