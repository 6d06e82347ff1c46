"""Calls a function, known by its source text, in a process of its own."""

from studio.core.tools._child.limits import ToolLimits, default_limits
from studio.core.tools._child.process import CallRequest, call_in_child

__all__ = ["CallRequest", "ToolLimits", "call_in_child", "default_limits"]
