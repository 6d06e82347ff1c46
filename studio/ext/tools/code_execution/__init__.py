"""Running code as a tool."""

from ._tool import (
    CodeExecutionInput,
    CodeExecutionResult,
    PythonCodeExecutionTool,
    PythonCodeExecutionToolConfig,
)

__all__ = [
    "CodeExecutionInput",
    "CodeExecutionResult",
    "PythonCodeExecutionTool",
    "PythonCodeExecutionToolConfig",
]
