"""Owns one session with an MCP server in a task of its own."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar, Self

from pydantic import BaseModel
from typing_extensions import TypedDict

from studio.core import Component, ComponentBase, ComponentType

from ._connection import open_client
from ._errors import McpActorError, McpCommandError
from ._host import McpSessionHost, callbacks_of
from ._pages import all_pages
from ._params import McpServerParams
from ._protocol import types

if TYPE_CHECKING:
    from mcp import Client

_CLOSED = (types.CONNECTION_CLOSED, "Connection closed")

Command = Callable[["Client", "McpActorArgs"], Coroutine[Any, Any, Any]]


class McpActorArgs(TypedDict, total=False):
    """Arguments of a command."""

    name: str
    kargs: dict[str, Any]
    uri: str
    arguments: dict[str, str] | None


class McpSessionActorConfig(BaseModel):
    """Config of `McpSessionActor`."""

    server_params: McpServerParams


class McpSessionActor(ComponentBase[BaseModel], Component[McpSessionActorConfig]):
    """Owns one session with an MCP server, which may then be used from any task.

    Args:
        server_params: How to reach the server.
        host: Answers when the server asks for something.
    """

    component_type: ClassVar[ComponentType] = "mcp_session_actor"
    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.mcp.McpSessionActor"
    component_config_schema = McpSessionActorConfig

    def __init__(self, server_params: McpServerParams, host: McpSessionHost | None = None) -> None:
        self.server_params: McpServerParams = server_params
        self._host: McpSessionHost | None = host
        self._task: asyncio.Task[None] | None = None
        self._connected: asyncio.Future[Client] | None = None
        self._closing: asyncio.Event = asyncio.Event()
        self._lost: bool = False
        self._initialize_result: types.InitializeResult | None = None

    @property
    def initialize_result(self) -> types.InitializeResult | None:
        """What the server says of itself, once there is a connection."""
        return self._initialize_result

    async def initialize(self) -> None:
        """Begin to connect; commands wait until there is a connection."""
        if self._task is not None and not self._task.done():
            return
        self._closing.clear()
        self._lost = False
        self._connected = asyncio.get_running_loop().create_future()
        self._connected.add_done_callback(_look_at)
        self._task = asyncio.create_task(self._hold(self._connected))

    async def wait_connected(self) -> None:
        """Wait until there is a connection.

        Raises:
            McpConnectionError: The server cannot be reached.
        """
        await self._client()

    async def call(self, type: str, args: McpActorArgs | None = None) -> Awaitable[Any]:
        """Return an awaitable for the result of a command.

        Args:
            type: `list_tools`, `call_tool`, `list_prompts`, `get_prompt`, `list_resources`,
                `list_resource_templates` or `read_resource`.
            args: `name` and `kargs` of a tool, `name` and `arguments` of a prompt, or `uri` of a
                resource.

        Raises:
            McpActorError: There is no session.
            McpConnectionError: The server cannot be reached.
            McpCommandError: Something is missing.
        """
        if self._task is None or self._connected is None:
            raise McpActorError("MCP Actor not running, call initialize() first")
        if self._task.done() and self._connected.done():
            cause = None if self._task.cancelled() else self._task.exception()
            raise McpActorError("MCP actor task crashed", cause)
        client = await self._client()
        command = _COMMANDS.get(type)
        if command is None:
            raise McpCommandError(
                f"Unknown command type: {type}", hint=f"Known are {', '.join(_COMMANDS)}."
            )
        return self._noticing_loss(command(client, _checked(type, args)))

    @property
    def is_broken(self) -> bool:
        """Whether the session has ended without having been closed."""
        if self._task is not None and self._task.done():
            return True
        return self._lost

    def close_soon(self) -> None:
        """Begin to end the session; for where nobody can wait."""
        self._closing.set()

    async def close(self) -> None:
        """End the session and, if it is one, the server's process."""
        task, self._task = self._task, None
        if task is None:
            return
        self._closing.set()
        if self._connected is not None and not self._connected.done():
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await asyncio.shield(task)

    async def _noticing_loss(self, command: Coroutine[Any, Any, Any]) -> Any:
        try:
            return await command
        except Exception as error:
            # Servers use the code for other things, too.
            if (getattr(error, "code", None), str(error)) == _CLOSED:
                self._lost = True
            raise

    async def _client(self) -> "Client":
        if self._connected is None:
            raise McpActorError("MCP Actor not running, call initialize() first")
        return await asyncio.shield(self._connected)

    async def _hold(self, connected: "asyncio.Future[Client]") -> None:
        sampling, elicitation, roots = callbacks_of(self._host)
        try:
            async with open_client(self.server_params, sampling, elicitation, roots) as client:
                self._initialize_result = _introduced(client)
                connected.set_result(client)
                await self._closing.wait()
        except asyncio.CancelledError:
            connected.cancel()
            raise
        except Exception as error:
            if not connected.done():
                connected.set_exception(error)
            raise
        finally:
            self._initialize_result = None

    def _to_config(self) -> McpSessionActorConfig:
        return McpSessionActorConfig(server_params=self.server_params)

    @classmethod
    def _from_config(cls, config: McpSessionActorConfig) -> Self:
        return cls(server_params=config.server_params)


def _introduced(client: "Client") -> types.InitializeResult:
    """Return what the server says of itself; newer ones say it in another way."""
    session = client.session
    if session.initialize_result is not None:
        return session.initialize_result
    return types.InitializeResult(
        protocol_version=client.protocol_version,
        capabilities=client.server_capabilities,
        server_info=client.server_info or types.Implementation(name="unnamed", version=""),
        instructions=client.instructions,
    )


def _checked(type: str, args: McpActorArgs | None) -> McpActorArgs:
    needed = _NEEDED.get(type)
    if needed is None:
        return args or {}
    if args is None:
        what = "args" if type == "call_tool" else needed
        raise McpCommandError(f"{what} is required for {type}")
    if args.get(needed) is None:
        raise McpCommandError(f"{needed} is required for {type}")
    return args


def _look_at(future: "asyncio.Future[Any]") -> None:
    # Nobody may ever ask for it, which is no reason to complain at exit.
    if not future.cancelled():
        future.exception()


def _call_tool(client: "Client", args: McpActorArgs) -> Coroutine[Any, Any, Any]:
    return client.call_tool(args.get("name", ""), args.get("kargs") or {})


def _get_prompt(client: "Client", args: McpActorArgs) -> Coroutine[Any, Any, Any]:
    return client.get_prompt(args.get("name", ""), args.get("arguments"))


def _read_resource(client: "Client", args: McpActorArgs) -> Coroutine[Any, Any, Any]:
    return client.read_resource(args.get("uri", ""))


_NEEDED = {"call_tool": "name", "get_prompt": "name", "read_resource": "uri"}
_COMMANDS: dict[str, Command] = {
    "list_tools": lambda client, _: all_pages(client.list_tools, "tools"),
    "call_tool": _call_tool,
    "list_prompts": lambda client, _: all_pages(client.list_prompts, "prompts"),
    "get_prompt": _get_prompt,
    "list_resources": lambda client, _: all_pages(client.list_resources, "resources"),
    "list_resource_templates": lambda client, _: all_pages(
        client.list_resource_templates, "resource_templates"
    ),
    "read_resource": _read_resource,
}
