"""Waiting for processes that tests have had started, without polling."""

import asyncio
import os
import select
from pathlib import Path

LONGEST_S = 5.0


def is_running(pid: int) -> bool:
    """Tell whether a process lives; one that nobody has waited for yet does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


async def until_gone(pid: int) -> None:
    """Wait until a process has ended."""
    await asyncio.to_thread(_wait_for_end, pid)
    assert not is_running(pid)


def make_line(directory: Path, name: str) -> Path:
    """Make a named pipe that a program can say one thing through."""
    path = directory / name
    os.mkfifo(path)
    return path


async def hear(line: Path) -> str:
    """Wait for what a program says through a named pipe."""
    async with asyncio.timeout(LONGEST_S):
        return (await asyncio.to_thread(line.read_text, encoding="utf-8")).strip()


def _wait_for_end(pid: int) -> None:
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        select.select([descriptor], [], [], LONGEST_S)
    finally:
        os.close(descriptor)
