"""CV304: instructions that say nothing."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        message = agent.config.get("system_message")
        if isinstance(message, str) and not message.strip():
            path, about = agent.field("system_message"), text_of(agent, "description").strip()
            told = f"You are {agent.name}. {about}"
            fix: list[JsonDict] = [{"op": "set", "path": path, "value": told}]
            yield Finding(path, f"{agent.name} has no instructions", fix=fix if about else None)


RULE = Rule(
    "CV304",
    "warning",
    "An empty system message",
    "Tell the agent who it is, what to do and when to stop.",
    _look,
)
