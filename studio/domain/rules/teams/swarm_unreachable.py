"""CV107: a swarm's agent whom nobody hands over to."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name != "Swarm":
            continue
        reached = {edge.target for edge in team.edges}
        for index, agent in enumerate(team.members):
            if index not in reached:
                yield Finding(agent.path, f"nobody hands over to {agent.name}")


RULE = Rule(
    "CV107",
    "warning",
    "An agent whom nobody hands over to",
    "Draw a hand-off to it from another agent.",
    _look,
)
