"""A function that is known by its source text and runs in a process of its own."""

import inspect
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from studio.core._addressing import CancellationToken
from studio.core._component import to_studio_name
from studio.core.code_executor import Alias, Import, import_line
from studio.core.tools._child import CallRequest, ToolLimits, call_in_child, default_limits
from studio.core.tools._errors import ToolImportError
from studio.core.tools._source import read_function


class IsolatedFunction:
    """Looks like the function in a source text; a call runs it in a child process.

    Nothing of the text is run before it is called.

    Args:
        source: The text.
        name: Name of the function to take if there are several; else the first is taken.
        global_imports: Imports that go before it.

    Raises:
        ToolSourceError: There is no function in the text, or it does not compile.
        ToolImportError: A package to import is not installed.
    """

    def __init__(self, source: str, name: str, global_imports: Sequence[Import]) -> None:
        for item in global_imports:
            _check_installed(item)
        imports = tuple(import_line(item) for item in global_imports)
        found = read_function(source, name, "\n".join(imports))
        self.source: str = source
        self.limits: ToolLimits | None = None
        """What a call may use; `default_limits()` when it is `None`."""
        self.__name__: str = found.name
        self.__signature__: inspect.Signature = found.signature
        self._imports: tuple[str, ...] = imports
        self._convert: tuple[str, ...] = tuple(sorted(found.not_plain))
        self._positional: tuple[str, ...] = found.positional
        self._takes_token: bool = "cancellation_token" in found.signature.parameters

    async def __call__(
        self, arguments: Mapping[str, Any], cancellation_token: CancellationToken
    ) -> Any:
        """Return what the function returns.

        Args:
            arguments: JSON data; the function's own defaults stand for what is missing.
            cancellation_token: Ends the process; a function that takes one itself is told first.
        """
        request = CallRequest(
            source=self.source,
            function=self.__name__,
            arguments=dict(arguments),
            imports=self._imports,
            convert=self._convert,
            positional=self._positional,
            takes_token=self._takes_token,
        )
        return await call_in_child(request, cancellation_token, self.limits or default_limits())


def _check_installed(item: Import) -> None:
    module = (
        item if isinstance(item, str) else item.name if isinstance(item, Alias) else item.module
    )
    package = to_studio_name(f"{module}.").partition(".")[0]
    try:
        # Looks for the package only; importing would run its code.
        found = bool(package) and find_spec(package) is not None
    except (ValueError, ImportError):
        found = False
    if not found:
        raise ToolImportError(
            f"Failed to import {import_line(item)!r}: there is no package {package!r}",
            hint=f"Install it where the team runs, for example with: pip install {package}",
        )
