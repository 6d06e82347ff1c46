"""Finds the function in a source text and reads its signature."""

import ast
import inspect
from dataclasses import dataclass
from typing import Any

from studio.core.tools._errors import ToolSourceError
from studio.core.tools._source.annotations import is_plain, literal, read_annotation
from studio.core.tools._source.classes import SourceClasses

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class SourceFunction:
    """A function as its source text tells of it."""

    name: str
    signature: inspect.Signature
    not_plain: frozenset[str]
    """Parameters whose JSON values have to be converted where the function runs."""
    positional: tuple[str, ...]
    """Parameters that cannot be given by name."""


def read_function(source: str, preferred: str, imports: str = "") -> SourceFunction:
    """Read the signature of the function in a source text; nothing of the text is run.

    Args:
        source: The text.
        preferred: Name of the function to take if there are several; else the first is taken.
        imports: Import statements that go before it.

    Raises:
        ToolSourceError: It does not compile, or there is no function in it.
    """
    try:
        tree = ast.parse(source)
        compile(tree, "<function tool>", "exec", dont_inherit=True)
        known = ast.parse(imports)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
        raise ToolSourceError(f"the source of the function does not compile: {exc}") from exc
    tree.body[:0] = known.body
    _undo_renaming(tree)
    functions = [node for node in tree.body if isinstance(node, _FunctionNode)]
    if not functions:
        raise ToolSourceError("there is no function in the source")
    node = next((item for item in functions if item.name == preferred), functions[0])
    signature = _signature(node, SourceClasses(tree))
    not_plain = frozenset(
        name
        for name, parameter in signature.parameters.items()
        if not is_plain(parameter.annotation)
    )
    positional = tuple(argument.arg for argument in node.args.posonlyargs)
    return SourceFunction(node.name, signature, not_plain, positional)


def _undo_renaming(tree: ast.Module) -> None:
    """Give what is imported under another name its own name back."""
    names = {
        alias.asname: alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]


def _signature(node: _FunctionNode, classes: SourceClasses) -> inspect.Signature:
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(positional) - len(arguments.defaults))
    defaults = [*missing, *arguments.defaults, *arguments.kw_defaults]
    parameters: list[inspect.Parameter] = []
    for argument, default in zip([*positional, *arguments.kwonlyargs], defaults, strict=True):
        value: Any = inspect.Parameter.empty if default is None else literal(default)
        parameters.append(
            inspect.Parameter(
                argument.arg,
                inspect.Parameter.KEYWORD_ONLY,
                default=value,
                annotation=read_annotation(argument.annotation, classes.find),
            )
        )
    return inspect.Signature(
        parameters, return_annotation=read_annotation(node.returns, classes.find)
    )
