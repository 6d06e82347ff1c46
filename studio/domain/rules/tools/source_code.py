"""Reads the Python of a function tool without running it."""

import ast
from collections.abc import Iterator

from studio.domain.json_values import as_text
from studio.domain.rules.scene import Found, Scene

Function = ast.FunctionDef | ast.AsyncFunctionDef


def function_tools(scene: Scene) -> Iterator[tuple[Found, str]]:
    """Yield the function tools with their source."""
    for tool in scene.of_class("FunctionTool"):
        yield tool, as_text(tool.config.get("source_code"))


def function_in(source: str) -> Function | None:
    """Return the function that a tool's source defines, `None` when there is none.

    Raises:
        SyntaxError: The source is not Python.
    """
    try:
        tree = ast.parse(source)
    except ValueError as error:
        raise SyntaxError(str(error)) from error
    return next((node for node in tree.body if isinstance(node, Function)), None)
