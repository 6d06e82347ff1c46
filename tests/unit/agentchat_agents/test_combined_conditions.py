from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from studio.agentchat.base import (
    AndTerminationCondition,
    OrTerminationCondition,
    TerminatedException,
    TerminationCondition,
)
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage, TextMessage

Delta = Sequence[BaseAgentEvent | BaseChatMessage]


class After(TerminationCondition):
    """Fires at its n-th question."""

    def __init__(self, calls: int, name: str) -> None:
        self.left = calls
        self.name = name
        self._calls = calls

    @property
    def terminated(self) -> bool:
        return self.left <= 0

    async def __call__(self, messages: Delta) -> StopMessage | None:
        if self.terminated:
            raise TerminatedException("asked again")
        self.left -= 1
        return (
            StopMessage(content=f"{self.name} fired", source=self.name) if self.terminated else None
        )

    async def reset(self) -> None:
        self.left = self._calls

    def save_progress(self) -> Mapping[str, Any]:
        return {"left": self.left}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        self.left = progress["left"]


async def test_and_waits_for_all_and_does_not_ask_the_fired_again() -> None:
    both = After(1, "a") & After(3, "b")

    assert isinstance(both, AndTerminationCondition)
    assert await both([]) is None
    assert await both([]) is None
    stop = await both([])

    assert stop is not None
    assert (stop.content, stop.source) == ("a fired, b fired", "a, b")
    assert both.terminated
    with pytest.raises(TerminatedException):
        await both([])


async def test_or_gives_the_reasons_of_all_that_fire_at_once() -> None:
    either = After(2, "a") | After(2, "b")

    assert isinstance(either, OrTerminationCondition)
    assert await either([]) is None
    stop = await either([])

    assert stop is not None
    assert (stop.content, stop.source) == ("a fired, b fired", "a, b")
    with pytest.raises(RuntimeError):
        await either([])


async def test_reset_starts_both_kinds_over() -> None:
    for combined in (After(1, "a") & After(1, "b"), After(1, "a") | After(1, "b")):
        assert await combined([]) is not None
        await combined.reset()

        assert not combined.terminated
        assert (await combined([])) is not None


async def test_progress_is_carried_over_to_a_copy() -> None:
    def build() -> TerminationCondition:
        return (After(1, "a") & After(2, "b")) | After(9, "c")

    first, second = build(), build()
    delta = [TextMessage(content="x", source="y")]
    await first(delta)

    second.load_progress(first.save_progress())
    stop = await second(delta)

    assert stop is not None
    assert stop.content == "a fired, b fired"
