"""CV604: an and/or of too few."""

from collections.abc import Iterator

from studio.domain.json_values import as_list
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for group in scene.of_class("OrTerminationCondition", "AndTerminationCondition"):
        count = len(as_list(group.config.get("conditions")))
        if not count:
            yield Finding(
                group.field("conditions"),
                "A group of conditions is empty",
                fix=[{"op": "remove", "path": group.path}] if group.path else None,
            )


RULE = Rule(
    "CV604", "error", "A group of conditions with none in it", "Add a condition to it.", _look
)
