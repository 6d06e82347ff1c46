"""Helpers for passing on the streams of inner agents and teams."""

from collections.abc import AsyncGenerator
from typing import TypeVar

from studio._kit.run_context import current_run, nested_team

ItemT = TypeVar("ItemT")


async def within_team(
    name: str, stream: AsyncGenerator[ItemT, None]
) -> AsyncGenerator[ItemT, None]:
    """Yield from `stream` while its own code, and only that, runs inside the team `name`."""
    try:
        while True:
            with nested_team(name):
                try:
                    item = await anext(stream)
                except StopAsyncIteration:
                    return
                run = current_run()
                if run is not None:
                    run.locate(item)
            yield item
    finally:
        with nested_team(name):
            await stream.aclose()
