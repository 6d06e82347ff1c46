"""Ends a conversation when a text is mentioned."""

from collections.abc import Sequence
from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import Component, ComponentType

from ._once import OnceTermination


class TextMentionTerminationConfig(DeferredModel):
    """Config of `TextMentionTermination`."""

    text: str
    """The text to look for."""

    sources: list[str] | None = None
    """Whose messages count; all when not given."""


class TextMentionTermination(OnceTermination, Component[TextMentionTerminationConfig]):
    """Ends the conversation when a text occurs in a message.

    Args:
        text: The text to look for.
        sources: Whose messages count; all when not given.
    """

    component_config_schema = TextMentionTerminationConfig
    component_type: ClassVar[ComponentType] = "termination"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.TextMentionTermination"
    )

    def __init__(self, text: str, sources: Sequence[str] | None = None) -> None:
        super().__init__()
        self._text: str = text
        self._sources: Sequence[str] | None = sources

    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        for message in messages:
            if self._sources is not None and message.source not in self._sources:
                continue
            if self._text in message.to_text():
                return f"Text '{self._text}' mentioned"
        return None

    def _to_config(self) -> TextMentionTerminationConfig:
        sources = None if self._sources is None else list(self._sources)
        return TextMentionTerminationConfig(text=self._text, sources=sources)

    @classmethod
    def _from_config(cls, config: TextMentionTerminationConfig) -> Self:
        return cls(text=config.text, sources=config.sources)
