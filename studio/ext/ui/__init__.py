"""Showing conversations with colours."""

from ._rich_console import RichConsole

__all__ = ["RichConsole"]
