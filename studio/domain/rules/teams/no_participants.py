"""CV101: a team with nobody in it."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if not team.members:
            yield Finding(team.field("participants"), f"{team.label} has no participants")


RULE = Rule("CV101", "error", "A team without participants", "Add at least one agent.", _look)
