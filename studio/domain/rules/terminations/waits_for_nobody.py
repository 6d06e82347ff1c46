"""CV603: a condition that waits for somebody who is not there."""

from collections.abc import Iterator

from studio.domain.json_values import as_list
from studio.domain.references import sources_in
from studio.domain.rules.closest import use_known
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, conditions_in
from studio.domain.team_edges import handoff_target


def _look(scene: Scene) -> Iterator[Finding]:
    agents = {found.name for found in scene.all if found.kind in {"agent", "team"}}
    for team in scene.teams:
        handed = {
            handoff_target(item)
            for agent in scene.handoff_agents
            if agent.path.startswith(team.path)
            for item in as_list(agent.config.get("handoffs"))
        }
        for path, condition in conditions_in(team):
            for name, where in sources_in(condition):
                if name not in agents | handed | {"user", "MagenticOneOrchestrator"}:
                    yield Finding(
                        path + where,
                        f"A condition of {team.label} waits for {name!r}, who is not there",
                        fix=use_known(path + where, name, team.names),
                    )


RULE = Rule(
    "CV603",
    "warning",
    "A condition that waits for nobody",
    "Name a participant of the team.",
    _look,
)
