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
        untyped = [arg for arg in _arguments(function) if arg.annotation is None]
        if untyped:
            path = tool.field("source_code")
            yield Finding(
                path,
                f"{tool.label} does not say the type of {', '.join(arg.arg for arg in untyped)}",
                fix=[{"op": "set", "path": path, "value": _typed(source, function, untyped)}],
            )


def _typed(source: str, function: Function | None, untyped: list[ast.arg]) -> str:
    """Write a type behind each argument: that of its default, or text."""
    kinds = _defaults(function)
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for arg in sorted(untyped, key=lambda arg: (arg.lineno, arg.col_offset), reverse=True):
        line, end = lines[arg.lineno - 1], arg.end_col_offset or 0
        lines[arg.lineno - 1] = line[:end] + f": {kinds.get(arg.arg, 'str')}".encode() + line[end:]
    return b"".join(lines).decode()


def _defaults(function: Function | None) -> dict[str, str]:
    if function is None:
        return {}
    given = function.args
    plain = [*given.posonlyargs, *given.args]
    pairs = [
        *zip(plain[len(plain) - len(given.defaults) :], given.defaults, strict=True),
        *zip(given.kwonlyargs, given.kw_defaults, strict=True),
    ]
    return {
        arg.arg: type(value.value).__name__
        for arg, value in pairs
        if isinstance(value, ast.Constant) and isinstance(value.value, bool | int | float | str)
    }


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
