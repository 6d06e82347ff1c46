"""CV306: plain tools beside workbenches."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict, as_list
from studio.domain.new_component import new_component
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene


def _look(scene: Scene) -> Iterator[Finding]:
    for agent in scene.of("agent"):
        if agent.config.get("tools") and agent.config.get("workbench"):
            yield Finding(
                agent.field("tools"),
                f"{agent.name} has plain tools and workbenches at once",
                fix=_into_a_set(agent),
            )


def _into_a_set(agent: Found) -> list[JsonDict]:
    """Move the plain tools into a tool set beside the workbenches."""
    held = agent.config["workbench"]
    tool_set = new_component(
        "autogen_core.tools.StaticWorkbench", "workbench", {"tools": agent.config["tools"]}
    )
    benches = [*(as_list(held) or [held]), tool_set]
    return [
        {"op": "set", "path": agent.field("workbench"), "value": benches},
        {"op": "set", "path": agent.field("tools"), "value": None},
    ]


RULE = Rule(
    "CV306",
    "error",
    "Plain tools beside workbenches",
    "Move the tools into a workbench of the agent.",
    _look,
)
