"""The queue of envelopes, which also knows what is still being handled."""

import asyncio
from collections import deque

from studio.core._runtime.envelopes import Envelope


class MailboxClosed(Exception):  # noqa: N818 - a signal, not an error
    """Nothing more will come."""


class Mailbox:
    """First in, first out. An envelope counts as unfinished until `finished` is called for it."""

    def __init__(self) -> None:
        self._waiting: deque[Envelope] = deque()
        self._unfinished: int = 0
        self._closed: bool = False
        self._getters: deque[asyncio.Future[None]] = deque()
        self._watchers: deque[asyncio.Future[None]] = deque()
        self._idlers: deque[asyncio.Future[None]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether envelopes are no longer taken."""
        return self._closed

    def put(self, envelope: Envelope) -> None:
        """Queue an envelope."""
        if self._closed:
            raise MailboxClosed
        self._waiting.append(envelope)
        self._unfinished += 1
        self._wake_getter()

    async def get(self) -> Envelope:
        """Return the next envelope, waiting for one if need be.

        Raises:
            MailboxClosed: It has been closed.
        """
        while not self._waiting:
            if self._closed:
                raise MailboxClosed
            try:
                await _wait_in(self._getters)
            except asyncio.CancelledError:
                if self._waiting:  # it was this getter's turn; let another one take it
                    self._wake_getter()
                raise
        return self._waiting.popleft()

    def _wake_getter(self) -> None:
        while self._getters:
            getter = self._getters.popleft()
            if not getter.done():
                getter.set_result(None)
                return

    def finished(self) -> None:
        """Take notice that an envelope has been handled to its end."""
        self._unfinished -= 1
        if self._watchers:
            _wake(self._watchers)
        if self._idlers and not self._unfinished:
            _wake(self._idlers)

    async def change(self) -> None:
        """Wait until an envelope has been handled, or the mailbox is closed."""
        if not self._closed:
            await _wait_in(self._watchers)

    async def idle(self) -> None:
        """Wait until nothing is queued or being handled, or the mailbox is closed."""
        while self._unfinished and not self._closed:
            await _wait_in(self._idlers)

    def close(self) -> list[Envelope]:
        """Take no more envelopes, wake all who wait, and return what was still queued."""
        left = list(self._waiting)
        self._waiting.clear()
        self._unfinished -= len(left)
        self._closed = True
        for waiters in (self._getters, self._watchers, self._idlers):
            _wake(waiters)
        return left


async def _wait_in(waiters: "deque[asyncio.Future[None]]") -> None:
    waiter = asyncio.get_running_loop().create_future()
    waiters.append(waiter)
    await waiter


def _wake(waiters: "deque[asyncio.Future[None]]") -> None:
    while waiters:
        waiter = waiters.popleft()
        if not waiter.done():
            waiter.set_result(None)
