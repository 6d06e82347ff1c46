"""CV106: a swarm that can never move."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict, as_list
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, Team


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        if team.class_name != "Swarm" or not team.members:
            continue
        first = team.members[0]
        if not as_list(first.config.get("handoffs")):
            yield Finding(
                first.field("handoffs"),
                f"{first.name} starts the swarm but cannot hand over",
                fix=_mend(team),
            )


def _mend(team: Team) -> list[JsonDict] | None:
    """Put an agent first that can hand over, or let the first one hand over to the second."""
    for member in team.members[1:]:
        if as_list(member.config.get("handoffs")):
            return [{"op": "reorder", "path": member.path, "index": 0}]
    if len(team.members) < 2:
        return None
    first, second = team.members[:2]
    return [{"op": "connect", "source": first.path, "target": second.path}]


RULE = Rule(
    "CV106",
    "error",
    "A swarm whose first participant has no hand-offs",
    "Draw an edge from the first agent to another one, or put another agent first.",
    _look,
)
