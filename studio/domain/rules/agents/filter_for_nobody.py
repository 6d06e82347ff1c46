"""CV309: a message filter that waits for nobody."""

from collections.abc import Iterator

from studio.domain.json_values import as_dict, as_dicts, as_text
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of_class("MessageFilterAgent"):
        if agent.team is None:
            continue
        known = {*agent.team.names, "user"}
        filters = as_dicts(as_dict(agent.config.get("filter")).get("per_source"))
        for index, item in enumerate(filters):
            if as_text(item.get("source")) not in known:
                path = agent.field("filter", "per_source", index)
                yield Finding(
                    path,
                    f"{agent.name} listens to {as_text(item.get('source'))!r}, "
                    f"who is not in {agent.team.label}",
                    fix=[{"op": "remove", "path": path}],
                )


RULE = Rule(
    "CV309",
    "warning",
    "A message filter for nobody",
    "Name a participant of the team, or 'user' for the task.",
    _look,
)
