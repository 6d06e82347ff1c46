"""CV402: a function whose arguments have no types."""

import ast
from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene
from studio.domain.rules.tools.source_code import Function, function_in, function_tools


def _look(scene: Scene) -> Iterator[Finding]:
    for tool, source in function_tools(scene):
        try:
            function = function_in(source)
        except SyntaxError:
            continue
        untyped = [arg.arg for arg in _arguments(function) if arg.annotation is None]
        if untyped:
            yield Finding(
                tool.field("source_code"),
                f"{tool.label} does not say the type of {', '.join(untyped)}",
            )


def _arguments(function: Function | None) -> list[ast.arg]:
    if function is None:
        return []
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


RULE = Rule(
    "CV402",
    "error",
    "Tool arguments without types",
    "Write the type behind each argument, for example city: str.",
    _look,
)
