"""CV107: a swarm's agent whom nobody hands over to."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, Team

_HANDS_OVER = {"AssistantAgent", "MagenticOneCoderAgent"}


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name != "Swarm":
            continue
        reached = {edge.target for edge in team.edges}
        for index, agent in enumerate(team.members):
            if index not in reached:
                yield Finding(
                    agent.path, f"Nobody hands over to {agent.name}", fix=_connect(team, index)
                )


def _connect(team: Team, index: int) -> list[JsonDict] | None:
    """Let the first other agent that can hand over do so."""
    for other, agent in enumerate(team.members):
        if other != index and agent.class_name in _HANDS_OVER:
            return [{"op": "connect", "source": agent.path, "target": team.members[index].path}]
    return None


RULE = Rule(
    "CV107",
    "warning",
    "An agent whom nobody hands over to",
    "Draw a hand-off to it from another agent.",
    _look,
)
