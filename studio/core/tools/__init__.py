"""Tools that models can call, alone and in workbenches."""

from studio.core.tools._base import (
    BaseStreamTool,
    BaseTool,
    BaseToolWithState,
    StreamTool,
    Tool,
)
from studio.core.tools._child import ToolLimits
from studio.core.tools._errors import (
    ToolCrashedError,
    ToolFailedError,
    ToolImportError,
    ToolOverrideError,
    ToolResultError,
    ToolSchemaError,
    ToolSourceError,
    ToolSourceMissingError,
    ToolTimeoutError,
)
from studio.core.tools._function_tool import FunctionTool
from studio.core.tools._overrides import ToolOverride, original_names, overridden
from studio.core.tools._schema import ParametersSchema, ToolSchema
from studio.core.tools._static_workbench import StaticStreamWorkbench, StaticWorkbench
from studio.core.tools._workbench import (
    ImageResultContent,
    StreamWorkbench,
    TextResultContent,
    ToolResult,
    Workbench,
)

__all__ = [
    "BaseStreamTool",
    "BaseTool",
    "BaseToolWithState",
    "FunctionTool",
    "ImageResultContent",
    "ParametersSchema",
    "StaticStreamWorkbench",
    "StaticWorkbench",
    "StreamTool",
    "StreamWorkbench",
    "TextResultContent",
    "Tool",
    "ToolCrashedError",
    "ToolFailedError",
    "ToolImportError",
    "ToolLimits",
    "ToolOverride",
    "ToolOverrideError",
    "ToolResult",
    "ToolResultError",
    "ToolSchema",
    "ToolSchemaError",
    "ToolSourceError",
    "ToolSourceMissingError",
    "ToolTimeoutError",
    "Workbench",
    "original_names",
    "overridden",
]
