"""How to reach an MCP server."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field


class StdioServerParams(BaseModel):
    """A server that is started as a process and talked to through its pipes."""

    type: Literal["StdioServerParams"] = "StdioServerParams"
    command: str
    """The program."""
    args: list[str] = Field(default_factory=list[str])
    env: dict[str, str] | None = None
    """Variables beyond the few that every program needs; nothing else of ours is passed on."""
    cwd: str | Path | None = None
    encoding: str = "utf-8"
    encoding_error_handler: Literal["strict", "ignore", "replace"] = "strict"
    read_timeout_seconds: float = 5
    """How long to wait for each answer."""


class SseServerParams(BaseModel):
    """A server that sends events over HTTP, as older ones do."""

    type: Literal["SseServerParams"] = "SseServerParams"
    url: str
    headers: dict[str, Any] | None = None
    timeout: float = 5
    """Seconds to connect."""
    sse_read_timeout: float = 60 * 5
    """Seconds to wait for each answer."""


class StreamableHttpServerParams(BaseModel):
    """A server that is talked to over HTTP."""

    type: Literal["StreamableHttpServerParams"] = "StreamableHttpServerParams"
    url: str
    headers: dict[str, Any] | None = None
    timeout: float = 30.0
    """Seconds to connect."""
    sse_read_timeout: float = 300.0
    """Seconds to wait for each answer."""
    terminate_on_close: bool = True
    """Whether the server is told when we are done."""


McpServerParams = Annotated[
    StdioServerParams | SseServerParams | StreamableHttpServerParams, Field(discriminator="type")
]
"""How to reach a server, in one of three ways."""


def describe(params: McpServerParams) -> str:
    """Return what people know the server by: its command, or its address."""
    if isinstance(params, StdioServerParams):
        return " ".join([params.command, *params.args])
    return params.url
