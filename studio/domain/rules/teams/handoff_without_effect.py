"""CV105: a hand-off where nobody listens to it."""

from collections.abc import Iterator

from studio.domain.json_values import as_list
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, stop_targets
from studio.domain.team_edges import handoff_target


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.handoff_agents:
        team = agent.team
        if team is None or team.class_name == "Swarm":
            continue
        stops = stop_targets(team)
        for index, item in enumerate(as_list(agent.config.get("handoffs"))):
            if handoff_target(item) not in stops:
                path = agent.field("handoffs", index)
                yield Finding(
                    path,
                    f"{agent.name} hands over to {handoff_target(item)!r}, "
                    f"but {team.label} does not follow hand-offs",
                    fix=[{"op": "remove", "path": path}],
                )


RULE = Rule(
    "CV105",
    "warning",
    "A hand-off that has no effect",
    "Use a swarm, or a hand-off condition that stops the team for this name.",
    _look,
)
