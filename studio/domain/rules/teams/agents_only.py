"""CV108: a team inside a team that takes agents only."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.new_component import new_component
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene, text_of

_AGENTS_ONLY = {"Swarm", "GraphFlow", "MagenticOneGroupChat", "MagenticOne"}


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name in _AGENTS_ONLY:
            for member in team.members:
                if member.kind == "team":
                    yield Finding(
                        member.path,
                        f"{team.label} takes only agents, and {member.label} is a team",
                        fix=_wrap(scene, member),
                    )


def _wrap(scene: Scene, member: Found) -> list[JsonDict] | None:
    """Put an agent around the team that speaks for it, with a model that the document has."""
    if not scene.of("model"):
        return None
    name = text_of(member, "name")
    agent = new_component(
        "autogen_agentchat.agents.SocietyOfMindAgent",
        "agent",
        {
            "name": name if name.isidentifier() else "inner_team",
            "description": text_of(member, "description") or f"Speaks for {member.label}.",
            "team": member.component,
            "model_client": scene.of("model")[0].component,
        },
    )
    return [{"op": "set", "path": member.path, "value": agent}]


RULE = Rule(
    "CV108",
    "error",
    "A team where only agents may be",
    "Wrap the inner team in a society-of-mind agent, or use a round robin or selector team.",
    _look,
)
