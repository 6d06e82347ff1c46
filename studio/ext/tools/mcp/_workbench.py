"""The workbench over one MCP server."""

import asyncio
import warnings
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import BaseModel, Field

from studio.core import CancellationToken, Component, ComponentModel, trace_tool_span
from studio.core.tools import (
    ParametersSchema,
    TextResultContent,
    ToolOverride,
    ToolResult,
    ToolSchema,
    Workbench,
    original_names,
    overridden,
)

from ._actor import McpActorArgs, McpSessionActor
from ._content import to_parts
from ._errors import McpActorError, text_of
from ._host import McpSessionHost
from ._params import McpServerParams
from ._protocol import types


class McpWorkbenchConfig(BaseModel):
    """Config of `McpWorkbench`."""

    server_params: McpServerParams
    tool_overrides: dict[str, ToolOverride] = Field(default_factory=dict[str, ToolOverride])
    host: ComponentModel | dict[str, Any] | None = None


class McpWorkbenchState(BaseModel):
    """State of `McpWorkbench`: the server keeps what there is."""

    type: Literal["McpWorkBenchState"] = "McpWorkBenchState"


class McpWorkbench(Workbench, Component[McpWorkbenchConfig]):
    """The tools, prompts and resources of an MCP server.

    It connects with `start`, or with the first call. A connection that has broken is made anew
    with the next call.

    Args:
        server_params: How to reach the server.
        tool_overrides: Other names and descriptions of tools, by original name.
        host: Answers when the server asks for something. Without an elicitor in it, questions to
            a person go to whoever watches the run.

    Raises:
        ToolOverrideError: Two tools would have the same name.
    """

    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.mcp.McpWorkbench"
    component_config_schema = McpWorkbenchConfig

    def __init__(
        self,
        server_params: McpServerParams,
        tool_overrides: dict[str, ToolOverride] | None = None,
        host: McpSessionHost | None = None,
    ) -> None:
        self._actor: McpSessionActor | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server_params: McpServerParams = server_params
        self._tool_overrides: dict[str, ToolOverride] = tool_overrides or {}
        self._original_names: dict[str, str] = original_names(self._tool_overrides)
        self._host: McpSessionHost | None = host

    @property
    def server_params(self) -> McpServerParams:
        """How to reach the server."""
        return self._server_params

    @property
    def initialize_result(self) -> types.InitializeResult | None:
        """What the server says of itself, once there is a connection."""
        return self._actor.initialize_result if self._actor is not None else None

    async def list_tools(self) -> list[ToolSchema]:
        """Return the tools that the server has now, under their new names."""
        listed: types.ListToolsResult = await self._ask("list_tools")
        return [
            overridden(_schema(tool), self._tool_overrides.get(tool.name)) for tool in listed.tools
        ]

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        """Call a tool by its new or its original name; errors come back as a result."""
        original = self._original_names.get(name, name)
        token = cancellation_token or CancellationToken()
        with trace_tool_span(tool_name=name, tool_call_id=call_id):
            work = asyncio.ensure_future(
                self._ask("call_tool", {"name": original, "kargs": dict(arguments or {})})
            )
            token.link_future(work)
            try:
                result: types.CallToolResult = await work
                return ToolResult(name=name, result=to_parts(result), is_error=result.is_error)
            except Exception as error:  # noqa: BLE001 - a tool's error is an answer to the model
                said = TextResultContent(content=text_of(error))
                return ToolResult(name=name, result=[said], is_error=True)

    async def list_prompts(self) -> types.ListPromptsResult:
        """Return the server's prompts."""
        return await self._ask("list_prompts")

    async def list_resources(self) -> types.ListResourcesResult:
        """Return the server's resources."""
        return await self._ask("list_resources")

    async def list_resource_templates(self) -> types.ListResourceTemplatesResult:
        """Return the server's resources whose addresses have parameters."""
        return await self._ask("list_resource_templates")

    async def read_resource(self, uri: str) -> types.ReadResourceResult:
        """Return a resource."""
        return await self._ask("read_resource", {"uri": uri})

    async def get_prompt(
        self, name: str, arguments: dict[str, str] | None = None
    ) -> types.GetPromptResult:
        """Return a prompt, filled in."""
        return await self._ask("get_prompt", {"name": name, "arguments": arguments})

    async def start(self) -> None:
        """Connect.

        Raises:
            McpConnectionError: The server cannot be reached.
        """
        if self._actor is not None:
            warnings.warn(
                "McpWorkbench is already started. No need to start again.",
                UserWarning,
                stacklevel=2,
            )
            return
        await self._connected()

    async def stop(self) -> None:
        """End the connection.

        Raises:
            McpActorError: There is none.
        """
        actor, self._actor = self._actor, None
        if actor is None:
            raise McpActorError("McpWorkbench is not started. Call start() first.")
        await actor.close()

    async def reset(self) -> None:
        """Do nothing: what there is, the server keeps."""

    async def save_state(self) -> Mapping[str, Any]:
        """Return that there is no state."""
        return McpWorkbenchState().model_dump()

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Do nothing: there is no state."""

    def __del__(self) -> None:
        actor, loop = getattr(self, "_actor", None), getattr(self, "_loop", None)
        if actor is None or loop is None:
            return
        self._actor = None
        if loop.is_closed() or not loop.is_running():
            warnings.warn(
                "Cannot safely stop actor at [McpWorkbench.__del__]: loop is closed or not running",
                RuntimeWarning,
                stacklevel=2,
            )
            return
        loop.call_soon_threadsafe(actor.close_soon)

    async def _connected(self) -> McpSessionActor:
        actor = self._actor
        if actor is not None and actor.is_broken:
            await actor.close()
            actor = None
        if actor is None:
            actor = McpSessionActor(self._server_params, host=self._host)
            self._actor = actor
            self._loop = asyncio.get_running_loop()
            await actor.initialize()
        try:
            await actor.wait_connected()
        except BaseException:
            if self._actor is actor:
                self._actor = None
                await actor.close()
            raise
        return actor

    async def _ask(self, command: str, args: McpActorArgs | None = None) -> Any:
        actor = await self._connected()
        return await (await actor.call(command, args))

    def _to_config(self) -> McpWorkbenchConfig:
        return McpWorkbenchConfig(
            server_params=self._server_params,
            tool_overrides=self._tool_overrides,
            host=self._host.dump_component() if self._host is not None else None,
        )

    @classmethod
    def _from_config(cls, config: McpWorkbenchConfig) -> Self:
        return cls(
            server_params=config.server_params,
            tool_overrides=config.tool_overrides,
            host=McpSessionHost.load_component(config.host) if config.host else None,
        )


def _schema(tool: types.Tool) -> ToolSchema:
    given = tool.input_schema
    parameters: dict[str, Any] = {
        "type": "object",
        "properties": given.get("properties", {}),
        "required": given.get("required", []),
        "additionalProperties": given.get("additionalProperties", False),
    }
    # What properties refer to has to come along.
    parameters |= {key: given[key] for key in ("$defs", "definitions") if key in given}
    return ToolSchema(
        name=tool.name,
        description=tool.description or "",
        parameters=cast("ParametersSchema", parameters),
    )
