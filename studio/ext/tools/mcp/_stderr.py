"""Keeps the last words of a server process."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TextIO

_MOST = 4000


class LastWords(asyncio.Protocol):
    """The end of what a process has written to its error stream."""

    def __init__(self) -> None:
        self._tail = b""

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._tail = (self._tail + data)[-_MOST:]

    def text(self) -> str:
        """Return it."""
        return self._tail.decode("utf-8", errors="replace").strip()


@asynccontextmanager
async def error_stream() -> AsyncGenerator[tuple[TextIO, LastWords], None]:
    """Yield a stream for a process to write to, and what listens to it."""
    words = LastWords()
    if sys.platform == "win32":
        yield sys.stderr, words
        return
    reading, writing = os.pipe()
    pipe = os.fdopen(reading, "rb", buffering=0)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: words, pipe)
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as stream:
            yield stream, words
    finally:
        transport.close()
