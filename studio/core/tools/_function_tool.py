"""Tools made from functions."""

import asyncio
import contextvars
import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from pydantic import BaseModel

from studio._kit.deferred import DeferredModel
from studio.core._addressing import CancellationToken
from studio.core._component import Component
from studio.core.code_executor import Import, to_code
from studio.core.tools._base import BaseTool
from studio.core.tools._child import ToolLimits
from studio.core.tools._errors import ToolSourceError, ToolSourceMissingError
from studio.core.tools._signature import (
    CANCELLATION,
    arguments_model,
    plain_type,
    typed_signature,
)
from studio.core.tools._source import read_function
from studio.core.tools._source_function import IsolatedFunction


class FunctionToolConfig(DeferredModel):
    """Config of `FunctionTool`."""

    source_code: str
    name: str
    description: str
    global_imports: Sequence[Import]
    has_cancellation_support: bool


class FunctionTool(BaseTool[BaseModel, BaseModel], Component[FunctionToolConfig]):
    """A tool made from a function with annotated parameters.

    A function given in Python runs in this process; one that is not `async` runs in a thread. A
    tool that was loaded from JSON knows the source text of its function: loading runs nothing of
    it, and a call runs it in a child process with its own environment, time and memory limits.

    Args:
        func: The function. A parameter `cancellation_token` is given the call's token and is not
            shown to the model.
        description: What the model is told about it.
        name: Name the model calls it by; the function's own by default.
        global_imports: Imports the function needs when it is loaded again.
        strict: Whether a model has to follow the schema to the letter.

    Example:
        >>> def add(a: int, b: int = 1) -> int:
        ...     return a + b
        >>> FunctionTool(add, description="Add numbers.").schema["parameters"]["required"]
        ['a']
    """

    component_provider_override: ClassVar[str | None] = "autogen_core.tools.FunctionTool"
    component_config_schema = FunctionToolConfig

    def __init__(
        self,
        func: Callable[..., Any],
        description: str,
        name: str | None = None,
        global_imports: Sequence[Import] = [],
        strict: bool = False,
    ) -> None:
        signature = typed_signature(func)
        inner = func.func if isinstance(func, functools.partial) else func
        tool_name = name or inner.__name__
        module = getattr(inner, "__module__", None)
        self._func: Callable[..., Any] = func
        self._global_imports: Sequence[Import] = global_imports
        self._signature: inspect.Signature = signature
        self._has_cancellation_support: bool = CANCELLATION in signature.parameters
        found = signature.return_annotation
        result: Any = Any if found is inspect.Signature.empty else plain_type(found)
        super().__init__(
            args_type=arguments_model(f"{tool_name}args", signature, module),
            return_type=result,
            name=tool_name,
            description=description,
            strict=strict,
        )

    @property
    def limits(self) -> ToolLimits | None:
        """What a call in a child process may use; `None` for the defaults."""
        return self._func.limits if isinstance(self._func, IsolatedFunction) else None

    @limits.setter
    def limits(self, value: ToolLimits | None) -> None:
        if isinstance(self._func, IsolatedFunction):
            self._func.limits = value

    async def run(self, args: BaseModel, cancellation_token: CancellationToken) -> Any:
        """Return what the function returns.

        Raises:
            ToolFailedError: It raised in its child process; in this one its own error comes out.
            CancelledError: The token was cancelled.
        """
        function = self._func
        if isinstance(function, IsolatedFunction):
            given = args.model_dump(mode="json", exclude_unset=True)
            return await function(given, cancellation_token)
        call = self._bound_call(args, cancellation_token)
        if _is_async(function):
            return await call()
        loop = asyncio.get_running_loop()
        context = contextvars.copy_context()
        future = loop.run_in_executor(None, functools.partial(context.run, call))
        if not self._has_cancellation_support:
            cancellation_token.link_future(future)
        return await future

    def _bound_call(
        self, args: BaseModel, cancellation_token: CancellationToken
    ) -> Callable[[], Any]:
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for name, parameter in self._signature.parameters.items():
            if name == CANCELLATION:
                named[name] = cancellation_token
            elif parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
                positional.append(getattr(args, name))
            elif name in type(args).model_fields:
                named[name] = getattr(args, name)
        return functools.partial(self._func, *positional, **named)

    @classmethod
    def component_config_problems(cls, config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield what keeps a config from being loaded, beyond its shape: (field, message)."""
        try:
            read_function(str(config["source_code"]), str(config["name"]))
        except ToolSourceError as exc:
            yield "source_code", str(exc)

    def _to_config(self) -> FunctionToolConfig:
        return FunctionToolConfig(
            source_code=_source_of(self._func),
            name=self.name,
            description=self.description,
            global_imports=self._global_imports,
            has_cancellation_support=self._has_cancellation_support,
        )

    @classmethod
    def _from_config(cls, config: FunctionToolConfig) -> Self:
        function = IsolatedFunction(config.source_code, config.name, config.global_imports)
        tool = cls(
            func=function,
            description=config.description,
            name=config.name,
            global_imports=config.global_imports,
        )
        tool._has_cancellation_support = config.has_cancellation_support
        return tool


def _is_async(function: Callable[..., Any]) -> bool:
    while isinstance(function, functools.partial):
        function = function.func
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004 - asks whether calling it gives a coroutine
    )


def _source_of(function: Callable[..., Any]) -> str:
    if isinstance(function, IsolatedFunction):
        return function.source
    name = getattr(function, "__name__", type(function).__name__)
    problem: Exception | None = None
    try:
        text = to_code(function)
    except (OSError, TypeError) as exc:
        text, problem = "", exc
    if problem is not None or name == "<lambda>":
        raise ToolSourceMissingError(
            f"the source of {name!r} cannot be found",
            hint="Define the function with `def` in a file.",
        ) from problem
    return text
