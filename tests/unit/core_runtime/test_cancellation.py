"""Cancellation tokens."""

import asyncio
import threading

import pytest

from studio.core import CancellationToken


async def test_cancelling_cancels_linked_futures_and_runs_callbacks_once() -> None:
    token = CancellationToken()
    future = token.link_future(asyncio.get_running_loop().create_future())
    calls: list[str] = []
    token.add_callback(lambda: calls.append("called"))

    token.cancel()
    token.cancel()

    assert token.is_cancelled()
    assert future.cancelled()
    assert calls == ["called"]


async def test_what_is_linked_later_is_cancelled_at_once() -> None:
    token = CancellationToken()
    token.cancel()
    calls: list[str] = []

    future = token.link_future(asyncio.get_running_loop().create_future())
    token.add_callback(lambda: calls.append("called"))

    assert future.cancelled()
    assert calls == ["called"]


async def test_a_long_lived_token_does_not_gather_futures_that_are_done() -> None:
    token = CancellationToken()
    loop = asyncio.get_running_loop()
    for _ in range(1_000):
        token.link_future(loop.create_future()).set_result(None)

    assert len(token._linked) < 100


async def test_a_token_may_be_cancelled_from_another_thread() -> None:
    token = CancellationToken()
    future = token.link_future(asyncio.get_running_loop().create_future())
    thread = threading.Thread(target=token.cancel)

    thread.start()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.shield(future), 5)
    thread.join()
