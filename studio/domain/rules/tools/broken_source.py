"""CV401: a function tool that is not Python."""

from collections.abc import Iterator

from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene
from studio.domain.rules.tools.source_code import function_in, function_tools


def _look(scene: Scene) -> Iterator[Finding]:
    for tool, source in function_tools(scene):
        path = tool.field("source_code")
        try:
            function = function_in(source)
        except SyntaxError as error:
            yield Finding(path, f"Line {error.lineno or 1} of {tool.label} is wrong: {error.msg}")
        else:
            if function is None:
                yield Finding(path, f"The source of {tool.label} defines no function")


RULE = Rule(
    "CV401",
    "error",
    "A tool whose source does not parse",
    "Write one function with def, types for its arguments and for what it returns.",
    _look,
)
