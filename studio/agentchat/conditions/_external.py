"""Ends a conversation from outside."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class ExternalTerminationConfig(DeferredModel):
    """Config of `ExternalTermination`: nothing to set."""


class ExternalTermination(OnceTermination, Component[ExternalTerminationConfig]):
    """Ends the conversation after the current turn once `set()` has been called.

    Example:
        >>> stop = ExternalTermination()
        >>> stop.set()
    """

    component_config_schema = ExternalTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.ExternalTermination"
    )

    def __init__(self) -> None:
        super().__init__()
        self._requested: bool = False

    def set(self) -> None:
        """Ask for the end of the conversation."""
        self._requested = True

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        return "External termination requested" if self._requested else None

    async def reset(self) -> None:
        """Forget that the end was asked for."""
        await super().reset()
        self._requested = False

    def save_progress(self) -> Mapping[str, Any]:
        """Return whether the end was asked for."""
        return {**super().save_progress(), "requested": self._requested}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go back to what `save_progress` returned."""
        super().load_progress(progress)
        self._requested = bool(progress.get("requested", False))

    def _to_config(self) -> ExternalTerminationConfig:
        return ExternalTerminationConfig()

    @classmethod
    def _from_config(cls, config: ExternalTerminationConfig) -> Self:
        return cls()
