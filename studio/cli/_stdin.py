"""Lines from standard input, for a program that does other things while it waits for them."""

import asyncio
import contextlib
import os
import threading


class InputLines:
    """Reads on a thread of its own, from the first question on; never keeps the program alive.

    It reads the descriptor itself: a thread that waits inside `sys.stdin` holds a lock that the
    interpreter needs at its end.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._thread: threading.Thread | None = None
        self._ended = False

    async def next(self) -> str | None:
        """Return the next line without its end, `None` when there is no further one."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._read, args=(loop,), daemon=True)
            self._thread.start()
        if self._ended:
            return None
        line = await self._lines.get()
        self._ended = line is None
        return line

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        rest = b""
        with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
            while chunk := self._chunk():
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._give(loop, line)
            if rest:
                self._give(loop, rest)
            loop.call_soon_threadsafe(self._lines.put_nowait, None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, 65536)
        except OSError:
            return b""

    def _give(self, loop: asyncio.AbstractEventLoop, line: bytes) -> None:
        text = line.decode("utf-8", errors="replace").rstrip("\r")
        loop.call_soon_threadsafe(self._lines.put_nowait, text)
