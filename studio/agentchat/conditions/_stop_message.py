"""Ends a conversation when somebody asks to stop."""

from collections.abc import Sequence
from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class StopMessageTerminationConfig(DeferredModel):
    """Config of `StopMessageTermination`: nothing to set."""


class StopMessageTermination(OnceTermination, Component[StopMessageTerminationConfig]):
    """Ends the conversation when a `StopMessage` is seen."""

    component_config_schema = StopMessageTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.StopMessageTermination"
    )

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        if any(isinstance(message, StopMessage) for message in messages):
            return "Stop message received"
        return None

    def _to_config(self) -> StopMessageTerminationConfig:
        return StopMessageTerminationConfig()

    @classmethod
    def _from_config(cls, config: StopMessageTerminationConfig) -> Self:
        return cls()
