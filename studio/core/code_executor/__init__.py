"""Executing code: the interface, and functions with what they need."""

from studio.core.code_executor._base import CodeBlock, CodeExecutor, CodeResult
from studio.core.code_executor._func_with_reqs import (
    FunctionSourceError,
    FunctionWithRequirements,
    FunctionWithRequirementsStr,
    NotCallableError,
    build_python_functions_file,
    required_packages,
    to_code,
    to_stub,
    with_requirements,
)
from studio.core.code_executor._imports import Alias, Import, ImportFromModule, import_line

__all__ = [
    "Alias",
    "CodeBlock",
    "CodeExecutor",
    "CodeResult",
    "FunctionSourceError",
    "FunctionWithRequirements",
    "FunctionWithRequirementsStr",
    "Import",
    "ImportFromModule",
    "NotCallableError",
    "build_python_functions_file",
    "import_line",
    "required_packages",
    "to_code",
    "to_stub",
    "with_requirements",
]
