"""CV307: an agent that may never use its tools."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        rounds = agent.config.get("max_tool_iterations")
        if isinstance(rounds, int) and rounds < 1:
            path = agent.field("max_tool_iterations")
            yield Finding(
                path,
                f"{agent.name} may call tools {rounds} times",
                fix=[{"op": "set", "path": path, "value": 1}],
            )


RULE = Rule("CV307", "error", "Fewer than one round of tools", "Use a number of at least 1.", _look)
