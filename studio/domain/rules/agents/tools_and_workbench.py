"""CV306: plain tools beside workbenches."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        if agent.config.get("tools") and agent.config.get("workbench"):
            yield Finding(
                agent.field("tools"), f"{agent.name} has plain tools and workbenches at once"
            )


RULE = Rule(
    "CV306",
    "error",
    "Plain tools beside workbenches",
    "Move the tools into a workbench of the agent.",
    _look,
)
