"""CV607: a condition on a tool nobody has."""

from collections.abc import Iterator

from studio.domain.kinds import name_of
from studio.domain.rules.closest import use_known
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of, tools_of


def _look(scene: Scene) -> Iterator[Finding]:
    conditions = list(scene.of_class("FunctionCallTermination"))
    if not conditions or any(True for _ in scene.of_class("McpWorkbench")):
        return
    tools = {name_of(tool) for agent in scene.of("agent") for _, tool in tools_of(agent)}
    tools |= {found.name for found in scene.of_class("AgentTool", "TeamTool", "FunctionTool")}
    for condition in conditions:
        name = text_of(condition, "function_name")
        if name not in tools and tools:
            path = condition.field("function_name")
            yield Finding(
                path, f"No agent has a tool {name!r}", fix=use_known(path, name, sorted(tools))
            )


RULE = Rule(
    "CV607",
    "warning",
    "A condition on a tool nobody has",
    "Use the name of a tool that one of the agents has.",
    _look,
)
