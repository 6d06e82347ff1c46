"""Plays a log at a pace: as it was, slower or faster."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import datetime

from studio._kit.errors import UsageError
from studio.domain.run_event import RunEvent

_LONGEST_S = 5.0
"""Longer silences, such as waiting for people, are cut to this before the speed is applied."""


async def play(
    stream: AsyncGenerator[list[RunEvent]], speed: float
) -> AsyncGenerator[list[RunEvent]]:
    """Yield each event when its time has come; `speed` 2 is twice as fast as it was.

    Raises:
        UsageError: The speed is not positive.
    """
    if speed <= 0:
        raise UsageError(f"the speed {speed:g} is not positive", hint="Use 1, or 2 for twice.")
    before: datetime | None = None
    async for batch in stream:
        for event in batch:
            if before is not None:
                silence = min((event.ts - before).total_seconds(), _LONGEST_S)
                if silence > 0:
                    await asyncio.sleep(silence / speed)
            before = event.ts
            yield [event]
