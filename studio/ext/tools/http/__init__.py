"""Web services as tools."""

from ._tool import HttpTool, HttpToolConfig

__all__ = ["HttpTool", "HttpToolConfig"]
