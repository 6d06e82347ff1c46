"""Runs one program to its end, and ends it and all it has started if need be."""

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from studio.core import CancellationToken
from studio.ext.code_executors._shared import CANCELLED_EXIT_CODE, TIMEOUT_EXIT_CODE

_MOST_OUTPUT = 4 << 20
_DRAIN_S = 1.0


@dataclass(frozen=True)
class Finished:
    """What a program said and how it ended."""

    exit_code: int
    stdout: str
    stderr: str
    left_group: int | None = None
    """Process group that lives on: the program has started others that are not done yet."""

    @property
    def output(self) -> str:
        """Both streams, errors first."""
        return self.stderr + self.stdout


class _Collected:
    """What came through a pipe; past a limit it is counted and dropped."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, data: bytes) -> None:
        room = _MOST_OUTPUT - self._size
        self._size += len(data)
        if room > 0:
            self._parts.append(data[:room])

    def text(self) -> str:
        text = b"".join(self._parts).decode("utf-8", errors="replace")
        if self._size > _MOST_OUTPUT:
            text += f"\n[{self._size - _MOST_OUTPUT} more bytes of output were dropped]\n"
        return text


class _Watch(asyncio.SubprocessProtocol):
    """Listens to a process."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.pipes = {1: _Collected(), 2: _Collected()}
        self.exited: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        """Set when it has exited and nobody holds its pipes any more."""

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.pipes[fd].add(data)

    def process_exited(self) -> None:
        if not self.exited.done():
            self.exited.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)


async def run_program(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    token: CancellationToken,
    timeout_s: float,
) -> Finished:
    """Run a program; on timeout or cancellation it is killed with everything it has started.

    Raises:
        OSError: It cannot be started.
    """
    loop = asyncio.get_running_loop()
    transport, watch = await loop.subprocess_exec(
        lambda: _Watch(loop),
        *command,
        cwd=cwd,
        env=dict(environment),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        start_new_session=True,
    )
    try:
        exit_code, why = await _wait(watch, transport, token, timeout_s)
        if not why:
            # A process in the background may hold the pipes much longer than it has to say.
            await asyncio.wait([watch.closed], timeout=_DRAIN_S)
    finally:
        if transport.get_returncode() is None:
            _kill(transport)
        transport.close()
    pid = transport.get_pid()
    left = pid if not why and is_alive(pid) else None
    return Finished(exit_code, watch.pipes[1].text(), watch.pipes[2].text() + why, left)


def end_group(group: int) -> None:
    """Kill a process group, if any of it still lives."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def is_alive(group: int) -> bool:
    """Tell whether any process of a group lives."""
    if not hasattr(os, "killpg"):
        return False
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


async def _wait(
    watch: _Watch,
    transport: asyncio.SubprocessTransport,
    token: CancellationToken,
    timeout_s: float,
) -> tuple[int, str]:
    """Return the exit code and, if the program was cut off, why."""
    waiting = asyncio.ensure_future(asyncio.shield(watch.exited))
    token.link_future(waiting)
    try:
        async with asyncio.timeout(timeout_s):
            await waiting
    except TimeoutError:
        ending = TIMEOUT_EXIT_CODE, "\nTimeout"
    except asyncio.CancelledError:
        if not token.is_cancelled():
            raise
        ending = CANCELLED_EXIT_CODE, "\nCancelled"
    else:
        return transport.get_returncode() or 0, ""
    _kill(transport)
    await asyncio.wait([watch.closed], timeout=_DRAIN_S)
    return ending


def _kill(transport: asyncio.SubprocessTransport) -> None:
    if hasattr(os, "killpg"):
        end_group(transport.get_pid())
    else:
        with contextlib.suppress(ProcessLookupError):
            transport.kill()
