"""CV108: a team inside a team that takes agents only."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_AGENTS_ONLY = {"Swarm", "GraphFlow", "MagenticOneGroupChat", "MagenticOne"}


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name in _AGENTS_ONLY:
            for member in team.members:
                if member.kind == "team":
                    yield Finding(
                        member.path, f"{team.label} takes only agents, and {member.label} is a team"
                    )


RULE = Rule(
    "CV108",
    "error",
    "A team where only agents may be",
    "Wrap the inner team in a society-of-mind agent, or use a round robin or selector team.",
    _look,
)
