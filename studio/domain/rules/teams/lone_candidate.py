"""CV116: a choice between one."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name in {"SelectorGroupChat", "Swarm"} and len(team.members) == 1:
            yield Finding(
                team.field("participants"),
                f"{team.label} has only {team.members[0].name} to choose from",
            )


RULE = Rule(
    "CV116",
    "info",
    "A selector or swarm with one participant",
    "Add another agent, or use a round robin team.",
    _look,
)
