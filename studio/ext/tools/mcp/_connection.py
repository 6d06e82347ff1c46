"""Connections to MCP servers, over processes and HTTP."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO

from studio._kit.run_context import current_run

from ._errors import McpConnectionError, text_of
from ._params import McpServerParams, SseServerParams, StdioServerParams, describe
from ._stderr import LastWords, error_stream

if TYPE_CHECKING:
    from mcp import Client, ClientSession
    from mcp.client.session import ElicitationFnT, ListRootsFnT, SamplingFnT


@asynccontextmanager
async def create_mcp_server_session(
    server_params: McpServerParams,
    sampling_callback: "SamplingFnT | None" = None,
    elicitation_callback: "ElicitationFnT | None" = None,
    list_roots_callback: "ListRootsFnT | None" = None,
) -> "AsyncGenerator[ClientSession, None]":
    """Yield a session with a server; call its `initialize` first.

    Args:
        server_params: How to reach the server.
        sampling_callback: Answers when the server wants a model asked.
        elicitation_callback: Answers when the server wants a person asked.
        list_roots_callback: Answers when the server asks where it may work.
    """
    session_type: type[ClientSession] = import_module("mcp").ClientSession
    async with (
        error_stream() as (errors, _),
        _transport(server_params, errors) as (reading, writing),
        session_type(
            reading,
            writing,
            read_timeout_seconds=_read_timeout(server_params),
            sampling_callback=sampling_callback,
            elicitation_callback=elicitation_callback,
            list_roots_callback=list_roots_callback,
        ) as session,
    ):
        yield session


@asynccontextmanager
async def open_client(
    server_params: McpServerParams,
    sampling_callback: "SamplingFnT | None" = None,
    elicitation_callback: "ElicitationFnT | None" = None,
    list_roots_callback: "ListRootsFnT | None" = None,
) -> "AsyncGenerator[Client, None]":
    """Yield a client that has agreed with the server on a version of the protocol.

    Raises:
        McpConnectionError: The server cannot be reached.
    """
    connected = False
    client_type: type[Client] = import_module("mcp").Client
    async with error_stream() as (errors, last_words):
        try:
            async with client_type(
                _transport(server_params, errors),
                read_timeout_seconds=_read_timeout(server_params),
                sampling_callback=sampling_callback,
                elicitation_callback=elicitation_callback,
                list_roots_callback=list_roots_callback,
                cache=None,
            ) as client:
                connected = True
                yield client
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if connected:
                raise
            raise await _unreachable(server_params, error, last_words) from error


def _transport(params: McpServerParams, errors: TextIO) -> AbstractAsyncContextManager[Any]:
    if isinstance(params, StdioServerParams):
        return _process(params, errors)
    if isinstance(params, SseServerParams):
        sse: Any = import_module("mcp.client.sse")
        return sse.sse_client(
            params.url,
            headers=params.headers,
            timeout=params.timeout,
            sse_read_timeout=params.sse_read_timeout,
        )
    return _http(
        params.url,
        headers=params.headers,
        timeout=params.timeout,
        read_timeout=params.sse_read_timeout,
        terminate_on_close=params.terminate_on_close,
    )


def _process(params: StdioServerParams, errors: TextIO) -> AbstractAsyncContextManager[Any]:
    stdio: Any = import_module("mcp.client.stdio")
    run = current_run()
    given = {} if run is None else dict(run.environment)
    return stdio.stdio_client(
        stdio.StdioServerParameters(
            command=params.command,
            args=params.args,
            env={**given, **(params.env or {})},
            cwd=params.cwd,
            encoding=params.encoding,
            encoding_error_handler=params.encoding_error_handler,
        ),
        errlog=errors,
    )


@asynccontextmanager
async def _http(
    url: str,
    *,
    headers: dict[str, Any] | None,
    timeout: float,  # noqa: ASYNC109 - of each connection attempt, not of this function
    read_timeout: float,
    terminate_on_close: bool,
) -> AsyncGenerator[Any, None]:
    streamable: Any = import_module("mcp.client.streamable_http")
    httpx: Any = import_module("httpx2")
    async with (
        httpx.AsyncClient(
            headers=headers, timeout=httpx.Timeout(timeout, read=read_timeout)
        ) as client,
        streamable.streamable_http_client(
            url, http_client=client, terminate_on_close=terminate_on_close
        ) as streams,
    ):
        yield streams


def _read_timeout(params: McpServerParams) -> float:
    if isinstance(params, StdioServerParams):
        return params.read_timeout_seconds
    return params.sse_read_timeout


async def _unreachable(
    params: McpServerParams, error: Exception, last_words: LastWords
) -> McpConnectionError:
    await asyncio.sleep(0)
    said = last_words.text()
    message = f"the MCP server `{describe(params)}` cannot be reached: {text_of(error)}"
    if isinstance(params, StdioServerParams):
        hint = f"Run `{describe(params)}` in a terminal to see whether it starts; if it is slow to "
        hint += "start, raise read_timeout_seconds."
    else:
        hint = "See whether the server runs, and check the address and the headers."
    return McpConnectionError(f"{message}\n{said}" if said else message, hint=hint)
