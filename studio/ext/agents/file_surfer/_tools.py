# data: what the model is told it can do.
"""The tools of the file surfer."""

from typing import Any

from studio.core.tools import ParametersSchema, ToolSchema


def _tool(name: str, description: str, **parameters: str) -> ToolSchema:
    properties: dict[str, Any] = {
        key: {"type": "string", "description": value} for key, value in parameters.items()
    }
    return ToolSchema(
        name=name,
        description=description,
        parameters=ParametersSchema(
            type="object",
            properties=properties,
            required=list(parameters),
            additionalProperties=False,
        ),
    )


TOOLS: list[ToolSchema] = [
    _tool(
        "open_path",
        "Open a local file or directory and return what it holds.",
        path="Path of the file or directory, from the base directory.",
    ),
    _tool("page_up", "Show the page before this one and return it."),
    _tool("page_down", "Show the page after this one and return it."),
    _tool(
        "find_on_page_ctrl_f",
        "Go to the first place from here on where some words are, and return the page.",
        search_string="What to look for; `*` stands for anything.",
    ),
    _tool("find_next", "Go to the next place where the words are, and return the page."),
]
