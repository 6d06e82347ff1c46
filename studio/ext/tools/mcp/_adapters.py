"""Single tools of servers as tools of ours."""

import asyncio
import json
from abc import ABC
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from pydantic import BaseModel, field_serializer

from studio._kit.errors import UsageError
from studio.core import CancellationToken, Component
from studio.core.tools import BaseTool
from studio.core.utils import schema_to_pydantic_model

from ._connection import open_client
from ._content import to_json, to_text
from ._errors import McpToolError
from ._pages import all_pages
from ._params import SseServerParams, StdioServerParams, StreamableHttpServerParams
from ._protocol import types

if TYPE_CHECKING:
    from mcp import ClientSession

ParamsT = TypeVar("ParamsT", bound=StdioServerParams | SseServerParams | StreamableHttpServerParams)


class McpToolAdapter(BaseTool[BaseModel, Any], ABC, Generic[ParamsT]):
    """Base of single tools of servers.

    Args:
        server_params: How to reach the server.
        tool: What the server says of the tool.
        session: A session to use; without one, each call makes one of its own.
    """

    component_type = "tool"

    def __init__(
        self,
        server_params: ParamsT,
        tool: types.Tool,
        session: "ClientSession | None" = None,
    ) -> None:
        self._server_params: ParamsT = server_params
        self._tool: types.Tool = tool
        self._session: ClientSession | None = session
        arguments = schema_to_pydantic_model(_as_object(tool.input_schema))
        super().__init__(arguments, object, tool.name, tool.description or "")

    async def run(self, args: BaseModel, cancellation_token: CancellationToken) -> Any:
        """Have the server run the tool; arguments that were not given are not sent.

        Raises:
            McpToolError: The tool answered with an error.
            McpConnectionError: The server cannot be reached.
            CancelledError: The call was cancelled.
        """
        if cancellation_token.is_cancelled():
            raise asyncio.CancelledError("Operation cancelled")
        arguments = args.model_dump(mode="json", by_alias=True, exclude_unset=True)
        work = asyncio.ensure_future(self._call(arguments))
        cancellation_token.link_future(work)
        result = await work
        if result.is_error:
            raise McpToolError(to_text(result.content) or f"the tool {self.name!r} failed")
        return result.content

    def return_value_as_string(self, value: Any) -> str:
        """Return the parts as a JSON list."""
        return json.dumps([to_json(part) for part in cast("list[types.ContentBlock]", value)])

    @classmethod
    async def from_server_params(cls, server_params: ParamsT, tool_name: str) -> Self:
        """Return a tool of a server by its name.

        Raises:
            UsageError: The server has no such tool.
            McpConnectionError: The server cannot be reached.
        """
        async with open_client(server_params) as client:
            listed = await all_pages(client.list_tools, "tools")
        for tool in listed.tools:
            if tool.name == tool_name:
                return cls(server_params, tool)
        names = ", ".join(tool.name for tool in listed.tools)
        raise UsageError(f"Tool '{tool_name}' not found, available tools: {names}")

    async def _call(self, arguments: dict[str, Any]) -> types.CallToolResult:
        if self._session is not None:
            return await self._session.call_tool(self._tool.name, arguments)
        async with open_client(self._server_params) as client:
            return await client.call_tool(self._tool.name, arguments)


class _ToolConfig(BaseModel):
    tool: types.Tool

    @field_serializer("tool")
    def _as_on_the_wire(self, tool: types.Tool) -> dict[str, Any]:
        return tool.model_dump(mode="json", by_alias=True, exclude_none=True)


class StdioMcpToolAdapterConfig(_ToolConfig):
    """Config of `StdioMcpToolAdapter`."""

    server_params: StdioServerParams


class StdioMcpToolAdapter(McpToolAdapter[StdioServerParams], Component[StdioMcpToolAdapterConfig]):
    """A tool of a server that is a process."""

    component_config_schema = StdioMcpToolAdapterConfig
    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.mcp.StdioMcpToolAdapter"

    def _to_config(self) -> StdioMcpToolAdapterConfig:
        return StdioMcpToolAdapterConfig(server_params=self._server_params, tool=self._tool)

    @classmethod
    def _from_config(cls, config: StdioMcpToolAdapterConfig) -> Self:
        return cls(server_params=config.server_params, tool=config.tool)


class SseMcpToolAdapterConfig(_ToolConfig):
    """Config of `SseMcpToolAdapter`."""

    server_params: SseServerParams


class SseMcpToolAdapter(McpToolAdapter[SseServerParams], Component[SseMcpToolAdapterConfig]):
    """A tool of a server that sends events over HTTP."""

    component_config_schema = SseMcpToolAdapterConfig
    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.mcp.SseMcpToolAdapter"

    def _to_config(self) -> SseMcpToolAdapterConfig:
        return SseMcpToolAdapterConfig(server_params=self._server_params, tool=self._tool)

    @classmethod
    def _from_config(cls, config: SseMcpToolAdapterConfig) -> Self:
        return cls(server_params=config.server_params, tool=config.tool)


class StreamableHttpMcpToolAdapterConfig(_ToolConfig):
    """Config of `StreamableHttpMcpToolAdapter`."""

    server_params: StreamableHttpServerParams


class StreamableHttpMcpToolAdapter(
    McpToolAdapter[StreamableHttpServerParams], Component[StreamableHttpMcpToolAdapterConfig]
):
    """A tool of a server that is talked to over HTTP."""

    component_config_schema = StreamableHttpMcpToolAdapterConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.tools.mcp.StreamableHttpMcpToolAdapter"
    )

    def _to_config(self) -> StreamableHttpMcpToolAdapterConfig:
        return StreamableHttpMcpToolAdapterConfig(
            server_params=self._server_params, tool=self._tool
        )

    @classmethod
    def _from_config(cls, config: StreamableHttpMcpToolAdapterConfig) -> Self:
        return cls(server_params=config.server_params, tool=config.tool)


def _as_object(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with the type that all arguments have, should it be left out."""
    return schema if schema.get("type") else {**schema, "type": "object"}
