"""The types of the Model Context Protocol; without its SDK, an error that says how to get it."""

from studio.ext._extras import check_installed

check_installed("mcp_types", extra="mcp", purpose="Talking to MCP servers")

import mcp_types as types  # noqa: E402 - after the check

__all__ = ["types"]
