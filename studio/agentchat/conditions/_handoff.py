"""Ends a conversation when it is handed over to somebody."""

from collections.abc import Sequence
from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, HandoffMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class HandoffTerminationConfig(DeferredModel):
    """Config of `HandoffTermination`."""

    target: str
    """Name of whom the conversation is handed to, such as a person outside of the team."""


class HandoffTermination(OnceTermination, Component[HandoffTerminationConfig]):
    """Ends the conversation when it is handed over to `target`.

    Args:
        target: Name of whom the conversation is handed to, such as a person outside of the team.
    """

    component_config_schema = HandoffTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.HandoffTermination"
    )

    def __init__(self, target: str) -> None:
        super().__init__()
        self._target: str = target

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        for message in messages:
            if isinstance(message, HandoffMessage) and message.target == self._target:
                return f"Handoff to {message.target} from {message.source} detected."
        return None

    def _to_config(self) -> HandoffTerminationConfig:
        return HandoffTerminationConfig(target=self._target)

    @classmethod
    def _from_config(cls, config: HandoffTerminationConfig) -> Self:
        return cls(target=config.target)
