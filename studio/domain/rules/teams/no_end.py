"""CV109: a team that never stops by itself."""

from collections.abc import Iterator

from studio.domain.new_component import new_component
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, has_limit

_ENDS_ITSELF = {"GraphFlow", "MagenticOneGroupChat", "MagenticOne"}

_LIMIT = new_component(
    "autogen_agentchat.conditions.MaxMessageTermination",
    "termination",
    {"max_messages": 20, "include_agent_event": False},
)


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name not in _ENDS_ITSELF and not has_limit(team):
            yield Finding(
                team.field("termination_condition"),
                f"{team.label} has no condition to stop at and no limit of turns",
                fix=[{"op": "add", "target": team.path, "component": _LIMIT}],
            )


RULE = Rule(
    "CV109",
    "warning",
    "A team that never stops",
    "Add a termination condition, or set the number of turns.",
    _look,
)
