"""CV605: a token condition without a limit."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_LIMITS = ("max_total_token", "max_prompt_token", "max_completion_token")


def _look(scene: Scene) -> Iterator[Finding]:
    for condition in scene.of_class("TokenUsageTermination"):
        if all(condition.config.get(field) is None for field in _LIMITS):
            path = condition.field("max_total_token")
            yield Finding(
                path,
                "The token condition has no limit",
                fix=[{"op": "set", "path": path, "value": 100000}],
            )


RULE = Rule(
    "CV605",
    "error",
    "A token condition without a limit",
    "Set a limit for total, prompt or completion tokens.",
    _look,
)
