"""The command `studio` as a process of its own, in an app directory of its own."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_LONGEST_S = 60.0
_KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_OPENAI_API_KEY")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """What `--json` printed."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def messages(self) -> list[tuple[str, Any]]:
        """Type and content of the messages among the events."""
        bodies = [event["body"] for event in self.events if event["type"] == "message"]
        return [(body["type"], body.get("content")) for body in bodies]


@dataclass(frozen=True)
class CommandLine:
    """Runs commands; files that are named without a folder lie in `folder`."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict[str, str])

    async def start(self, *arguments: str, **env: str) -> asyncio.subprocess.Process:
        """Start a command whose input stays open."""
        kept = {k: v for k, v in os.environ.items() if k not in _KEYS}
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "studio", *arguments,
            cwd=self.folder,
            env={
                **kept,
                "STUDIO_APPDIR": str(self.folder / "app"),
                "PYTHONPATH": str(Path(__file__).parents[2]),
                "NO_COLOR": "1",
                "COLUMNS": "100",
                **self.env,
                **env,
            },
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def run(self, *arguments: str, stdin: str = "", **env: str) -> Done:
        """Run a command to its end with this on standard input."""
        return await finish(await self.start(*arguments, **env), stdin)

    def write(self, name: str, value: Any) -> str:
        """Write a file, as JSON unless it is text, and return its name."""
        text = value if isinstance(value, str) else json.dumps(value)
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


async def finish(process: asyncio.subprocess.Process, stdin: str = "") -> Done:
    """Give a command the rest of its input and wait for its end."""
    async with asyncio.timeout(_LONGEST_S):
        out, err = await process.communicate(stdin.encode())
    assert process.returncode is not None
    return Done(process.returncode, out.decode(), err.decode())
