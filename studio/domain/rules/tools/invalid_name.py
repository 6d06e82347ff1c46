"""CV404: a tool name that models refuse."""

import re
from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene, text_of

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _look(scene: Scene) -> Iterator[Finding]:
    for tool in scene.of_class("FunctionTool", "HttpTool", "TeamTool"):
        name = text_of(tool, "name")
        if not _NAME.fullmatch(name):
            fresh = re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_")[:64] or "tool"
            yield Finding(
                tool.field("name"),
                f"{name!r} cannot be a tool's name" if name else "A tool has no name",
                fix=[{"op": "rename", "path": tool.path, "name": fresh}],
            )


RULE = Rule(
    "CV404",
    "error",
    "A tool name that models refuse",
    "Use at most 64 letters, digits, underscores and dashes.",
    _look,
)
