"""Tools that models can call, alone and in workbenches."""

from studio.core.tools._base import (
    BaseStreamTool,
    BaseTool,
    BaseToolWithState,
    StreamTool,
    Tool,
)
from studio.core.tools._schema import ParametersSchema, ToolSchema
from studio.core.tools._workbench import (
    ImageResultContent,
    TextResultContent,
    ToolResult,
    Workbench,
)

__all__ = [
    "BaseStreamTool",
    "BaseTool",
    "BaseToolWithState",
    "ImageResultContent",
    "ParametersSchema",
    "StreamTool",
    "TextResultContent",
    "Tool",
    "ToolResult",
    "ToolSchema",
    "Workbench",
]
