"""Stops the wait for a provider when a cancellation token says so, without a task for each wait."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from studio.core import CancellationToken

T = TypeVar("T")


class Interruption(AbstractContextManager["Interruption"]):
    """Links the waits of one call to a token; use as a context manager.

    A wait that is interrupted ends in `asyncio.CancelledError`, as a cancelled future would.
    """

    def __init__(self, token: CancellationToken | None) -> None:
        self._token = token
        self._signal: asyncio.Future[None] | None = None
        self._waiting: asyncio.Task[Any] | None = None
        self._interrupted = False

    def __enter__(self) -> "Interruption":
        if self._token is not None:
            self._signal = asyncio.get_running_loop().create_future()
            self._token.link_future(self._signal)
            self._signal.add_done_callback(self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self._signal is not None and not self._signal.done():
            # A signal that is done is dropped by the token.
            self._signal.set_result(None)

    async def wait(self, call: Coroutine[Any, Any, T]) -> T:
        """Return what a call returns, unless the token is cancelled first."""
        if self._signal is None:
            return await call
        if self._signal.cancelled():
            call.close()
            self._refuse_if_cancelled()
        self._waiting = asyncio.current_task()
        try:
            return await call
        except asyncio.CancelledError:
            self._forgive()
            raise
        finally:
            self._waiting = None

    def over(self, items: AsyncIterable[T]) -> AsyncIterable[T]:
        """Return the items, until the token is cancelled."""
        return items if self._signal is None else self._until_signal(items)

    async def _until_signal(self, items: AsyncIterable[T]) -> AsyncGenerator[T, None]:
        iterator = items.__aiter__()
        try:
            while True:
                self._refuse_if_cancelled()
                self._waiting = asyncio.current_task()
                try:
                    item = await iterator.__anext__()
                finally:
                    self._waiting = None
                yield item
        except StopAsyncIteration:
            return
        except asyncio.CancelledError:
            self._forgive()
            raise

    def _refuse_if_cancelled(self) -> None:
        if self._signal is not None and self._signal.cancelled():
            raise asyncio.CancelledError

    def _interrupt(self, signal: "asyncio.Future[None]") -> None:
        if signal.cancelled() and self._waiting is not None:
            self._interrupted = True
            self._waiting.cancel()

    def _forgive(self) -> None:
        # It was the call that was cancelled, not the task that happened to wait for it.
        task = asyncio.current_task()
        if self._interrupted and task is not None:
            self._interrupted = False
            task.uncancel()
