"""CV103: a name that is not an identifier."""

from collections.abc import Iterator

from studio.domain.references import identifier_from, unique_name
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        if agent.name.isidentifier():
            continue
        told = f"{agent.name!r} cannot be an agent's name" if agent.name else "An agent has no name"
        yield Finding(agent.field("name"), told, fix=[_rename(agent)])


def _rename(agent: Found) -> dict[str, str]:
    taken = set[str](agent.team.names) if agent.team else set[str]()
    name = unique_name(identifier_from(agent.name or agent.label), taken)
    return {"op": "rename", "path": agent.path, "name": name}


RULE = Rule(
    "CV103",
    "error",
    "An agent's name that is not an identifier",
    "Use letters, digits and underscores, not starting with a digit.",
    _look,
)
