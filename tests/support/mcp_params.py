"""Parameters for the MCP servers of the tests."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from studio.ext.tools.mcp import StdioServerParams

ROOT = Path(__file__).resolve().parents[2]


def stdio(module: str = "mcp_server") -> StdioServerParams:
    """Return parameters of a server that is a process."""
    return StdioServerParams(
        command=sys.executable,
        args=["-m", f"tests.support.{module}", "stdio"],
        cwd=ROOT,
        read_timeout_seconds=20,
    )


@contextmanager
def serving(kind: str) -> Generator[str, None, None]:
    """Run the server over `http` or `sse`; yield its address."""
    command = [sys.executable, "-m", "tests.support.mcp_server", kind]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            port = int(process.stdout.readline())
            yield f"http://127.0.0.1:{port}/{'mcp' if kind == 'http' else 'sse'}"
        finally:
            process.terminate()
