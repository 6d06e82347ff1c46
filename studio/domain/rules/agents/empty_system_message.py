"""CV304: instructions that say nothing."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        message = agent.config.get("system_message")
        if isinstance(message, str) and not message.strip():
            yield Finding(agent.field("system_message"), f"{agent.name} has no instructions")


RULE = Rule(
    "CV304",
    "warning",
    "An empty system message",
    "Tell the agent who it is, what to do and when to stop.",
    _look,
)
