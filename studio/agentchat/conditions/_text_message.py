"""Ends a conversation when a plain text message comes."""

from collections.abc import Sequence
from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, TextMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class TextMessageTerminationConfig(DeferredModel):
    """Config of `TextMessageTermination`."""

    source: str | None = None
    """Whose message counts; anybody's when not given."""


class TextMessageTermination(OnceTermination, Component[TextMessageTerminationConfig]):
    """Ends the conversation when a `TextMessage` is seen.

    Args:
        source: Whose message counts; anybody's when not given.
    """

    component_config_schema = TextMessageTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.TextMessageTermination"
    )

    def __init__(self, source: str | None = None) -> None:
        super().__init__()
        self._source: str | None = source

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        for message in messages:
            if isinstance(message, TextMessage) and self._source in (None, message.source):
                return f"Text message received from '{message.source}'"
        return None

    def _to_config(self) -> TextMessageTerminationConfig:
        return TextMessageTerminationConfig(source=self._source)

    @classmethod
    def _from_config(cls, config: TextMessageTerminationConfig) -> Self:
        return cls(source=config.source)
