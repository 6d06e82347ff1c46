"""CV102: two participants with one name."""

from collections.abc import Iterator

from studio.domain.references import unique_name
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        taken = set(team.names)
        seen: set[str] = set()
        for member in team.members:
            if member.name and member.name in seen:
                fresh = unique_name(member.name, taken)
                taken.add(fresh)
                yield Finding(
                    member.field("name"),
                    f"{team.label} has more than one participant called {member.name!r}",
                    fix=[{"op": "rename", "path": member.path, "name": fresh}],
                )
            seen.add(member.name)


RULE = Rule(
    "CV102",
    "error",
    "Participants with the same name",
    "Give each participant of a team a name of its own.",
    _look,
)
