"""CV305: tools or hand-offs with one name."""

from collections.abc import Iterator

from studio.domain.json_values import as_dict, as_list, as_text
from studio.domain.kinds import name_of
from studio.domain.references import handoff_tool_name, unique_name
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, tools_of
from studio.domain.team_edges import handoff_target


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        seen: set[str] = set()
        for path, tool in tools_of(agent):
            name = name_of(tool)
            if name and name in seen:
                yield Finding(
                    path,
                    f"{agent.name} has more than one tool called {name!r}",
                    fix=[{"op": "rename", "path": path, "name": unique_name(name, seen)}],
                )
            seen.add(name)
        for index, item in enumerate(as_list(agent.config.get("handoffs"))):
            name = as_text(as_dict(item).get("name")) or handoff_tool_name(handoff_target(item))
            if name in seen:
                path = agent.field("handoffs", index)
                yield Finding(
                    path,
                    f"{agent.name} has another tool or hand-off called {name!r}",
                    fix=[{"op": "remove", "path": path}],
                )
            seen.add(name)


RULE = Rule(
    "CV305",
    "error",
    "Tools or hand-offs with the same name",
    "Give each tool and hand-off of an agent a name of its own.",
    _look,
)
