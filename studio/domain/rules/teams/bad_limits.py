"""CV115: limits that allow nothing."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_FIELDS = ("max_turns", "max_selector_attempts", "max_stalls")


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        for field in _FIELDS:
            value = team.config.get(field)
            if isinstance(value, int) and value < 1:
                path = team.field(field)
                words = field.replace("_", " ")
                yield Finding(
                    path,
                    f"{words} of {team.label} is {value}",
                    fix=[{"op": "set", "path": path, "value": None}]
                    if field == "max_turns"
                    else [{"op": "set", "path": path, "value": 3}],
                )


RULE = Rule(
    "CV115", "error", "A limit below one", "Use a number of at least 1, or leave it out.", _look
)
