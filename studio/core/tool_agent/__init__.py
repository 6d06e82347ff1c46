"""An agent that runs tools, and the loop that has a model call it."""

from studio.core.tool_agent._caller_loop import tool_agent_caller_loop
from studio.core.tool_agent._exceptions import (
    InvalidToolArgumentsException,
    ToolException,
    ToolExecutionException,
    ToolNotFoundException,
)
from studio.core.tool_agent._tool_agent import ToolAgent

__all__ = [
    "InvalidToolArgumentsException",
    "ToolAgent",
    "ToolException",
    "ToolExecutionException",
    "ToolNotFoundException",
    "tool_agent_caller_loop",
]
