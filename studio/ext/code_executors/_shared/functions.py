"""Functions of the user that code blocks may import."""

from collections.abc import Callable, Sequence
from string import Template
from typing import Any

from studio._kit.errors import StudioError, UsageError
from studio.core.code_executor import (
    FunctionWithRequirements,
    FunctionWithRequirementsStr,
    to_stub,
)

Function = FunctionWithRequirements[Any, ...] | Callable[..., Any] | FunctionWithRequirementsStr
"""A function in any of the forms that executors take."""

FUNCTION_PROMPT_TEMPLATE = """The module `$module_name` is there for your code. It holds the \
functions below; import those you need, as in `from $module_name import ...`.

$functions"""


class FunctionsError(StudioError, ValueError):
    """The functions given to an executor cannot be set up where the code runs."""

    code = "code_executor.functions"


def check_module_name(name: str) -> None:
    """Refuse a module name that could not be imported.

    Raises:
        UsageError: It is no identifier.
    """
    if not name.isidentifier():
        raise UsageError(
            f"Module name must be a valid Python identifier, not {name!r}.",
            hint="Use letters, digits and underscores, as in 'functions'.",
        )


def functions_prompt(template: str, module_name: str, functions: Sequence[Function]) -> str:
    """Return the text that tells a model of the functions."""
    stubs = "\n\n".join(to_stub(function) for function in functions)
    return Template(template).substitute(module_name=module_name, functions=stubs)
