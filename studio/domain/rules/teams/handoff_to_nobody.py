"""CV104: a hand-off in a swarm to somebody who is not there."""

from collections.abc import Iterator

from studio.domain.json_values import as_list
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, Team, stop_targets
from studio.domain.team_edges import handoff_target


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name == "Swarm":
            yield from _in_swarm(team)


def _in_swarm(team: Team) -> Iterator[Finding]:
    known = {*team.names, *stop_targets(team)}
    for agent in team.members:
        for index, item in enumerate(as_list(agent.config.get("handoffs"))):
            target = handoff_target(item)
            if target not in known:
                path = agent.field("handoffs", index)
                yield Finding(
                    path,
                    f"{agent.name} hands over to {target!r}, who is not in {team.label}",
                    fix=[{"op": "remove", "path": path}],
                )


RULE = Rule(
    "CV104",
    "error",
    "A hand-off to nobody",
    "Hand over to a participant, or add a hand-off condition that stops for this name.",
    _look,
)
