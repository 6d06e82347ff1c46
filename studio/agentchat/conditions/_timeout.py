"""Ends a conversation when its time is up."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit import clock
from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class TimeoutTerminationConfig(DeferredModel):
    """Config of `TimeoutTermination`."""

    timeout_seconds: float
    """How long the conversation may last."""


class TimeoutTermination(OnceTermination, Component[TimeoutTerminationConfig]):
    """Ends the conversation some time after the condition was made or reset.

    It is asked between turns, so a turn in progress is not cut off.

    Args:
        timeout_seconds: How long the conversation may last.
    """

    component_config_schema = TimeoutTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.TimeoutTermination"
    )

    def __init__(self, timeout_seconds: float) -> None:
        super().__init__()
        self._timeout_seconds: float = timeout_seconds
        self._start: float = clock.monotonic()

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        if clock.monotonic() - self._start < self._timeout_seconds:
            return None
        return f"Timeout of {self._timeout_seconds} seconds reached"

    async def reset(self) -> None:
        """Start the clock again."""
        await super().reset()
        self._start = clock.monotonic()

    def save_progress(self) -> Mapping[str, Any]:
        """Return the time that has passed."""
        return {**super().save_progress(), "elapsed_s": clock.monotonic() - self._start}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go on as if the saved time had passed; the time since it was saved does not count."""
        super().load_progress(progress)
        self._start = clock.monotonic() - float(progress.get("elapsed_s", 0.0))

    def _to_config(self) -> TimeoutTerminationConfig:
        return TimeoutTerminationConfig(timeout_seconds=self._timeout_seconds)

    @classmethod
    def _from_config(cls, config: TimeoutTerminationConfig) -> Self:
        return cls(timeout_seconds=config.timeout_seconds)
