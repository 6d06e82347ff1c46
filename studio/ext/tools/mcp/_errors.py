"""What can go wrong between us and an MCP server."""

from typing import cast

from studio._kit.errors import StudioError


class McpConnectionError(StudioError, RuntimeError):
    """An MCP server cannot be reached, or does not speak the protocol."""

    code = "mcp.connection"


class McpToolError(StudioError, RuntimeError):
    """A tool of an MCP server answered with an error."""

    code = "mcp.tool"


class McpActorError(StudioError, RuntimeError):
    """A session with an MCP server was used before it began or after it broke."""

    code = "mcp.actor"

    def __init__(self, message: str, cause: BaseException | None = None) -> None:
        super().__init__(message)
        if cause is not None:
            self.args = (message, cause)


class McpCommandError(StudioError, ValueError):
    """A command to a session lacks something, or there is no such command."""

    code = "mcp.command"


def flat(error: BaseException) -> list[BaseException]:
    """Return the errors inside a group, or the error itself."""
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return [inner for item in group.exceptions for inner in flat(item)]
    return [error]


def text_of(error: BaseException) -> str:
    """Return the text of an error, one line for each error inside a group."""
    lines: list[str] = []
    for item in flat(error):
        message = getattr(item, "message", None)
        lines.append(message if isinstance(message, str) else str(item) or type(item).__name__)
    return "\n".join(lines)
