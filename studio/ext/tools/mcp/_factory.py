"""All tools of a server as tools of ours."""

from typing import TYPE_CHECKING

from ._adapters import (
    SseMcpToolAdapter,
    StdioMcpToolAdapter,
    StreamableHttpMcpToolAdapter,
)
from ._connection import open_client
from ._pages import all_pages
from ._params import McpServerParams, SseServerParams, StdioServerParams
from ._protocol import types

if TYPE_CHECKING:
    from mcp import ClientSession


async def mcp_server_tools(
    server_params: McpServerParams, session: "ClientSession | None" = None
) -> list[StdioMcpToolAdapter | SseMcpToolAdapter | StreamableHttpMcpToolAdapter]:
    """Return all tools of a server.

    Args:
        server_params: How to reach the server.
        session: A session for the tools to share; without one, each call makes one of its own.

    Raises:
        McpConnectionError: The server cannot be reached.
    """
    if session is not None:
        listed = await session.list_tools()
    else:
        async with open_client(server_params) as client:
            listed = await all_pages(client.list_tools, "tools")
    return [_adapter(server_params, tool, session) for tool in listed.tools]


def _adapter(
    params: McpServerParams, tool: types.Tool, session: "ClientSession | None"
) -> StdioMcpToolAdapter | SseMcpToolAdapter | StreamableHttpMcpToolAdapter:
    if isinstance(params, StdioServerParams):
        return StdioMcpToolAdapter(params, tool, session)
    if isinstance(params, SseServerParams):
        return SseMcpToolAdapter(params, tool, session)
    return StreamableHttpMcpToolAdapter(params, tool, session)
