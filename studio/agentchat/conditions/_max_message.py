"""Ends a conversation after a number of messages."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class MaxMessageTerminationConfig(DeferredModel):
    """Config of `MaxMessageTermination`."""

    max_messages: int
    """How many messages there may be, the task's included."""

    include_agent_event: bool = False
    """Whether events count too."""


class MaxMessageTermination(OnceTermination, Component[MaxMessageTerminationConfig]):
    """Ends the conversation after a number of chat messages.

    Args:
        max_messages: How many messages there may be, the task's included.
        include_agent_event: Whether events count too.
    """

    component_config_schema = MaxMessageTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.MaxMessageTermination"
    )

    def __init__(self, max_messages: int, include_agent_event: bool = False) -> None:
        super().__init__()
        self._max_messages: int = max_messages
        self._include_agent_event: bool = include_agent_event
        self._count: int = 0

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        if self._include_agent_event:
            self._count += len(messages)
        else:
            self._count += sum(isinstance(message, BaseChatMessage) for message in messages)
        if self._count < self._max_messages:
            return None
        return (
            f"Maximum number of messages {self._max_messages} reached, "
            f"current message count: {self._count}"
        )

    async def reset(self) -> None:
        """Start counting at zero."""
        await super().reset()
        self._count = 0

    def save_progress(self) -> Mapping[str, Any]:
        """Return the count so far."""
        return {**super().save_progress(), "count": self._count}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go on from a saved count."""
        super().load_progress(progress)
        self._count = int(progress.get("count", 0))

    def _to_config(self) -> MaxMessageTerminationConfig:
        return MaxMessageTerminationConfig(
            max_messages=self._max_messages, include_agent_event=self._include_agent_event
        )

    @classmethod
    def _from_config(cls, config: MaxMessageTerminationConfig) -> Self:
        return cls(max_messages=config.max_messages, include_agent_event=config.include_agent_event)
