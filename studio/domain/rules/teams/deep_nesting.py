"""CV113: teams inside teams inside teams."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_LIMIT = 5


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        depth = sum(1 for other in scene.teams if team.path.startswith(other.path + "/"))
        if depth == _LIMIT:
            yield Finding(team.path, f"{team.label} lies {_LIMIT} teams deep")


RULE = Rule(
    "CV113",
    "warning",
    "Teams nested very deeply",
    "Each level multiplies turns and cost; make the structure flatter.",
    _look,
)
