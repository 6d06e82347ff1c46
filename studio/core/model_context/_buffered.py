"""A model context that shows the last messages."""

from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio.core._component import Component
from studio.core.model_context._base import ChatCompletionContext
from studio.core.models import FunctionExecutionResultMessage, LLMMessage


class BufferedChatCompletionContextConfig(DeferredModel):
    """Config of `BufferedChatCompletionContext`."""

    buffer_size: int
    initial_messages: list[LLMMessage] | None = None


class BufferedChatCompletionContext(
    ChatCompletionContext, Component[BufferedChatCompletionContextConfig]
):
    """Shows the model the last `buffer_size` messages.

    A function result whose call would be cut off is left out.
    """

    component_config_schema = BufferedChatCompletionContextConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_core.model_context.BufferedChatCompletionContext"
    )

    def __init__(self, buffer_size: int, initial_messages: list[LLMMessage] | None = None) -> None:
        super().__init__(initial_messages)
        if buffer_size <= 0:
            raise UsageError(f"buffer_size must be greater than 0, not {buffer_size}.")
        self._buffer_size: int = buffer_size

    async def get_messages(self) -> list[LLMMessage]:
        """Return the last messages."""
        messages = self._messages[-self._buffer_size :]
        if messages and isinstance(messages[0], FunctionExecutionResultMessage):
            del messages[0]
        return messages

    def _to_config(self) -> BufferedChatCompletionContextConfig:
        return BufferedChatCompletionContextConfig(
            buffer_size=self._buffer_size, initial_messages=self._initial_messages
        )

    @classmethod
    def _from_config(cls, config: BufferedChatCompletionContextConfig) -> Self:
        return cls(**dict(config))
