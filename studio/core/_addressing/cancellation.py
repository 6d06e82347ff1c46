"""Cancelling work that is under way."""

import asyncio
import threading
from asyncio import Future
from collections.abc import Callable
from typing import Any, cast

_FIRST_SWEEP = 32


class CancellationToken:
    """A one-shot flag that stops the work linked to it; safe to use from several threads."""

    __slots__ = ("__weakref__", "_cancelled", "_linked", "_lock", "_sweep_at")

    def __init__(self) -> None:
        self._cancelled: bool = False
        self._lock: threading.Lock = threading.Lock()
        self._linked: list[Callable[[], None] | Future[Any]] = []
        self._sweep_at: int = _FIRST_SWEEP

    def cancel(self) -> None:
        """Cancel everything linked to this token; a second call does nothing."""
        with self._lock:
            if self._cancelled:
                return
            self._cancelled = True
            linked, self._linked = self._linked, []
        for item in linked:
            if isinstance(item, Future):
                _cancel_future(cast("Future[Any]", item))
            else:
                item()

    def is_cancelled(self) -> bool:
        """Say whether `cancel` has been called."""
        return self._cancelled

    def add_callback(self, callback: Callable[[], None]) -> None:
        """Have `callback` called on cancellation; at once if that has already happened."""
        with self._lock:
            if not self._cancelled:
                self._linked.append(callback)
                return
        callback()

    def link_future(self, future: "Future[Any]") -> "Future[Any]":
        """Cancel `future` together with this token, and return it."""
        with self._lock:
            if not self._cancelled:
                self._linked.append(future)
                if len(self._linked) >= self._sweep_at:
                    self._sweep()
                return future
        _cancel_future(future)
        return future

    def _sweep(self) -> None:
        # A token may live as long as a team does; futures that are done must not pile up in it.
        self._linked = [i for i in self._linked if not (isinstance(i, Future) and i.done())]
        self._sweep_at = max(_FIRST_SWEEP, 2 * len(self._linked))


def _cancel_future(future: "Future[Any]") -> None:
    loop = future.get_loop()
    if loop.is_closed():
        return
    try:
        here = asyncio.get_running_loop()
    except RuntimeError:
        here = None
    if loop.is_running() and here is not loop:
        loop.call_soon_threadsafe(future.cancel)
    else:
        future.cancel()
