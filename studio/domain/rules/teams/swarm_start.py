"""CV106: a swarm that can never move."""

from collections.abc import Iterator

from studio.domain.json_values import as_list
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name != "Swarm" or not team.members:
            continue
        first = team.members[0]
        if not as_list(first.config.get("handoffs")):
            yield Finding(
                first.field("handoffs"), f"{first.name} starts the swarm but cannot hand over"
            )


RULE = Rule(
    "CV106",
    "error",
    "A swarm whose first participant has no hand-offs",
    "Draw an edge from the first agent to another one, or put another agent first.",
    _look,
)
