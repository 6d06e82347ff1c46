"""Ends a conversation when somebody has answered."""

from collections.abc import Sequence
from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class SourceMatchTerminationConfig(DeferredModel):
    """Config of `SourceMatchTermination`."""

    sources: list[str]
    """Names of those whose answer ends the conversation."""


class SourceMatchTermination(OnceTermination, Component[SourceMatchTerminationConfig]):
    """Ends the conversation when one of the sources has answered.

    Args:
        sources: Names of those whose answer ends the conversation.
    """

    component_config_schema = SourceMatchTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.SourceMatchTermination"
    )

    def __init__(self, sources: list[str]) -> None:
        super().__init__()
        self._sources: list[str] = sources

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        for message in messages:
            if message.source in self._sources:
                return f"'{message.source}' answered"
        return None

    def _to_config(self) -> SourceMatchTerminationConfig:
        return SourceMatchTerminationConfig(sources=self._sources)

    @classmethod
    def _from_config(cls, config: SourceMatchTerminationConfig) -> Self:
        return cls(sources=config.sources)
