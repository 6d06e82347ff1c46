"""What can go wrong with a tool, beyond what its own code raises."""

from studio.core.exceptions import ToolError


class ToolSchemaError(ToolError, ValueError):
    """A tool's arguments cannot be described to a model as asked."""

    code = "tool.schema"


class ToolOverrideError(ToolError, ValueError):
    """The names given to the tools of a workbench clash."""

    code = "tool.override"


class ToolResultError(ToolError, TypeError):
    """A tool returned something else than it promised."""

    code = "tool.result"


class ToolSourceError(ToolError, ValueError):
    """The source text of a function tool is not one that a function can be read from."""

    code = "tool.source"


class ToolSourceMissingError(ToolError, OSError):
    """The source text of a function cannot be found, so the tool cannot be dumped."""

    code = "tool.source_missing"


class ToolImportError(ToolError, ModuleNotFoundError):
    """A package that a function tool imports is not installed."""

    code = "tool.import"


class ToolFailedError(ToolError, RuntimeError):
    """The function of a tool raised in its child process.

    Attributes:
        error_type: Name of the exception's class.
    """

    code = "tool.failed"

    def __init__(self, message: str, *, error_type: str = "Exception") -> None:
        super().__init__(message, details={"type": error_type})
        self.error_type: str = error_type


class ToolTimeoutError(ToolError, TimeoutError):
    """A tool took longer than it may and was ended."""

    code = "tool.timeout"


class ToolCrashedError(ToolError, RuntimeError):
    """The child process of a tool ended without an answer."""

    code = "tool.crashed"
