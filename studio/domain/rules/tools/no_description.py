"""CV403: a tool that does not say what it does."""

import ast
from collections.abc import Iterator

from studio.domain.json_values import JsonDict
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene, text_of
from studio.domain.rules.tools.source_code import function_in


def _look(scene: Scene) -> Iterator[Finding]:
    for tool in scene.of_class("FunctionTool", "HttpTool", "TeamTool"):
        if not text_of(tool, "description").strip():
            path, told = tool.field("description"), _docstring(tool)
            fix: list[JsonDict] = [{"op": "set", "path": path, "value": told}]
            yield Finding(
                path,
                f"The model cannot know what {tool.label} is for",
                fix=fix if told else None,
            )


def _docstring(tool: Found) -> str:
    """Return the first paragraph of what the function says of itself."""
    try:
        function = function_in(text_of(tool, "source_code"))
    except SyntaxError:
        return ""
    text = (ast.get_docstring(function) if function is not None else None) or ""
    return " ".join(text.partition("\n\n")[0].split())


RULE = Rule(
    "CV403",
    "warning",
    "A tool without a description",
    "Say in one sentence what it does and what it returns.",
    _look,
)
