"""A real MCP server for tests: `python -m tests.support.mcp_server stdio|http|sse [port]`."""

import os
import socket
import sys
from typing import Annotated, Any

import uvicorn
from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Elicit, Image, ListRoots, MCPServer, Resolve, Sample
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CreateMessageResult, ListRootsResult, SamplingMessage, TextContent
from pydantic import BaseModel

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154"
    "789c63606060000000040001f61738550000000049454e44ae426082"
)
server = MCPServer("Test server", instructions="Use it for tests.", log_level="ERROR")


class Address(BaseModel):
    """Where something is."""

    city: str


class Wish(BaseModel):
    """What a person is asked."""

    colour: str


@server.tool()
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@server.tool(structured_output=False)
def echo(text: str, times: int | None = None) -> str:
    """Return a text."""
    return f"{text} {times}"


@server.tool()
def locate(address: Address) -> str:
    """Say where."""
    return f"in {address.city}"


@server.tool()
def fail() -> str:
    """Fail."""
    raise ToolError("the kettle is on fire")


@server.tool(structured_output=False)
def picture() -> Any:
    """Return a picture and a text."""
    return [Image(data=PIXEL, format="png"), "a pixel"]


@server.tool()
def environment(name: str) -> str:
    """Return a variable of the environment."""
    return os.environ.get(name, "nothing")


@server.tool()
def process() -> int:
    """Return the number of the server's process."""
    return os.getpid()


@server.tool()
def die() -> str:
    """End the server."""
    os._exit(3)


def wanted(question: str) -> Elicit[Wish]:
    return Elicit(question, Wish)


def thought() -> Sample:
    content = TextContent(text="What is this?")
    return Sample([SamplingMessage(role="user", content=content)], max_tokens=20)


@server.tool(structured_output=False)
def ask(question: str, wish: Annotated[ElicitationResult[Wish], Resolve(wanted)]) -> str:
    """Ask the person."""
    return f"{wish.action} {wish.data.colour if wish.action == 'accept' else '-'}"


@server.tool(structured_output=False)
def think(thinking: Annotated[CreateMessageResult, Resolve(thought)]) -> str:
    """Have a model asked."""
    return f"thought {getattr(thinking.content, 'text', '')}"


@server.tool(structured_output=False)
def where(roots: Annotated[ListRootsResult, Resolve(ListRoots)]) -> str:
    """Ask where to work."""
    return " ".join(str(root.uri) for root in roots.roots)


@server.tool(name="odd-name.with/chars")
def odd() -> str:
    """Have an odd name."""
    return "odd"


@server.resource("note://today")
def today() -> str:
    """Return a note."""
    return "sunny"


@server.resource("note://{day}/full")
def note(day: str) -> str:
    """Return the note of a day."""
    return f"note of {day}"


@server.prompt()
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Say hello to {name}."


def main(kind: str) -> None:
    if kind == "stdio":
        server.run("stdio")
        return
    app = server.streamable_http_app() if kind == "http" else server.sse_app()
    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
