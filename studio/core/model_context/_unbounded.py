"""A model context that shows everything."""

from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.core._component import Component
from studio.core.model_context._base import ChatCompletionContext
from studio.core.models import LLMMessage


class UnboundedChatCompletionContextConfig(DeferredModel):
    """Config of `UnboundedChatCompletionContext`."""

    initial_messages: list[LLMMessage] | None = None


class UnboundedChatCompletionContext(
    ChatCompletionContext, Component[UnboundedChatCompletionContextConfig]
):
    """Shows the model all messages."""

    component_config_schema = UnboundedChatCompletionContextConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_core.model_context.UnboundedChatCompletionContext"
    )

    async def get_messages(self) -> list[LLMMessage]:
        """Return all messages; the list grows with later ones."""
        return self._messages

    def _to_config(self) -> UnboundedChatCompletionContextConfig:
        return UnboundedChatCompletionContextConfig(initial_messages=self._initial_messages)

    @classmethod
    def _from_config(cls, config: UnboundedChatCompletionContextConfig) -> Self:
        return cls(initial_messages=config.initial_messages)
