"""Functions together with what they need: packages and imports."""

import ast
import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from textwrap import dedent, indent
from typing import Any, Generic, ParamSpec, TypeVar

from studio._kit.errors import StudioError, UsageError
from studio.core.code_executor._imports import Import, import_line

P = ParamSpec("P")
T = TypeVar("T")


class NotCallableError(StudioError, NotImplementedError):
    """A function that is known by its source text only was called."""

    code = "code_executor.not_callable"


class FunctionSourceError(UsageError):
    """A source text does not hold exactly one function."""

    code = "code_executor.source"


@dataclass
class FunctionWithRequirementsStr:
    """Source text of one function, with the packages and imports it needs; not callable."""

    func: str
    compiled_func: Callable[..., Any]
    _func_name: str
    python_packages: Sequence[str] = field(default_factory=list[str])
    global_imports: Sequence[Import] = field(default_factory=list[Import])

    def __init__(
        self,
        func: str,
        python_packages: Sequence[str] = [],
        global_imports: Sequence[Import] = [],
    ) -> None:
        self.func = dedent(func).strip("\n")
        self._func_name = _only_function(self.func)
        self.compiled_func = _defined(self.func, self._func_name, global_imports)
        self.python_packages = python_packages
        self.global_imports = global_imports

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Refuse: only code executors run it."""
        raise NotCallableError(
            "String based function with requirement objects are not directly callable"
        )


@dataclass
class FunctionWithRequirements(Generic[T, P]):
    """A function with the packages and imports it needs when it runs elsewhere."""

    func: Callable[P, T]
    python_packages: Sequence[str] = field(default_factory=list[str])
    global_imports: Sequence[Import] = field(default_factory=list[Import])

    @classmethod
    def from_callable(
        cls,
        func: Callable[P, T],
        python_packages: Sequence[str] = [],
        global_imports: Sequence[Import] = [],
    ) -> "FunctionWithRequirements[T, P]":
        """Return `func` with what it needs."""
        return cls(python_packages=python_packages, func=func, global_imports=global_imports)

    @staticmethod
    def from_str(
        func: str, python_packages: Sequence[str] = [], global_imports: Sequence[Import] = []
    ) -> FunctionWithRequirementsStr:
        """Return the one function in a source text, with what it needs.

        Raises:
            FunctionSourceError: There is none, or more than one, or it does not compile.
        """
        return FunctionWithRequirementsStr(
            func=func, python_packages=python_packages, global_imports=global_imports
        )

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function here."""
        return self.func(*args, **kwargs)


AnyFunction = FunctionWithRequirements[Any, ...] | FunctionWithRequirementsStr | Callable[..., Any]
"""A function in any of the forms that code executors take."""


def with_requirements(
    python_packages: Sequence[str] = [], global_imports: Sequence[Import] = []
) -> Callable[[Callable[P, T]], FunctionWithRequirements[T, P]]:
    """Decorate a function with the packages and imports it needs."""

    def decorate(func: Callable[P, T]) -> FunctionWithRequirements[T, P]:
        wrapped: FunctionWithRequirements[T, P] = FunctionWithRequirements(
            func, python_packages=python_packages, global_imports=global_imports
        )
        functools.update_wrapper(wrapped, func)
        return wrapped

    return decorate


def to_code(func: AnyFunction) -> str:
    """Return the source text of a function, without decorators and indentation.

    Raises:
        OSError: The text is nowhere to be found, as for a function typed at a prompt.
    """
    if isinstance(func, FunctionWithRequirementsStr):
        return func.func
    if isinstance(func, FunctionWithRequirements):
        func = func.func
    text = dedent(inspect.getsource(func))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    first = tree.body[0]
    if isinstance(first, ast.FunctionDef | ast.AsyncFunctionDef):
        text = "".join(text.splitlines(keepends=True)[first.lineno - 1 :])
    return text


def to_stub(func: AnyFunction) -> str:
    """Return the signature and docstring of a function with `...` for a body."""
    if isinstance(func, FunctionWithRequirementsStr):
        name, function = func.compiled_func.__name__, func.compiled_func
    elif isinstance(func, FunctionWithRequirements):
        name, function = func.func.__name__, func.func
    else:
        name, function = func.__name__, func
    start = "async def" if inspect.iscoroutinefunction(function) else "def"
    text = f"{start} {name}{inspect.signature(function)}:\n"
    if function.__doc__:
        text += indent(f'"""{inspect.cleandoc(function.__doc__)}"""', "    ") + "\n"
    return text + "    ...\n"


def build_python_functions_file(funcs: Sequence[AnyFunction]) -> str:
    """Return a module with all imports first, an empty line, and the functions."""
    lines: dict[str, None] = {}
    for func in funcs:
        if isinstance(func, FunctionWithRequirements | FunctionWithRequirementsStr):
            lines.update(dict.fromkeys(import_line(item) for item in func.global_imports))
    imports = "".join(f"{line}\n" for line in lines)
    return imports + "\n" + "".join(f"{to_code(func)}\n\n" for func in funcs)


def required_packages(funcs: Sequence[AnyFunction]) -> set[str]:
    """Return the packages that the functions need together."""
    return {
        package
        for func in funcs
        if isinstance(func, FunctionWithRequirements | FunctionWithRequirementsStr)
        for package in func.python_packages
    }


def _only_function(source: str) -> str:
    try:
        tree = ast.parse(source)
    except SyntaxError as exc:
        raise FunctionSourceError(f"the function does not compile: {exc}") from exc
    names = [
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    if len(names) != 1 or len(tree.body) != 1:
        raise FunctionSourceError("The string must contain exactly one function")
    return names[0]


def _defined(source: str, name: str, global_imports: Sequence[Import]) -> Callable[..., Any]:
    lines = "\n".join(import_line(item) for item in global_imports)
    names: dict[str, Any] = {}
    try:
        exec(compile(f"{lines}\n{source}", "<function>", "exec"), names)
    except ImportError:
        # The packages need to be there where the function runs, not here.
        exec(compile(f"def {name}(*args, **kwargs): ...", "<function>", "exec"), names)
    return names[name]
