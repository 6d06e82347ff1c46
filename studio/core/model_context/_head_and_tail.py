"""A model context that shows how the conversation began and where it stands."""

from typing import ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio.core._component import Component
from studio.core.model_context._base import ChatCompletionContext
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)


class HeadAndTailChatCompletionContextConfig(DeferredModel):
    """Config of `HeadAndTailChatCompletionContext`."""

    head_size: int
    tail_size: int
    initial_messages: list[LLMMessage] | None = None


class HeadAndTailChatCompletionContext(
    ChatCompletionContext, Component[HeadAndTailChatCompletionContextConfig]
):
    """Shows the model the first and the last messages and says how many lie between.

    Function calls and their results are not torn apart.
    """

    component_config_schema = HeadAndTailChatCompletionContextConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_core.model_context.HeadAndTailChatCompletionContext"
    )

    def __init__(
        self, head_size: int, tail_size: int, initial_messages: list[LLMMessage] | None = None
    ) -> None:
        super().__init__(initial_messages)
        if head_size <= 0:
            raise UsageError(f"head_size must be greater than 0, not {head_size}.")
        if tail_size <= 0:
            raise UsageError(f"tail_size must be greater than 0, not {tail_size}.")
        self._head_size: int = head_size
        self._tail_size: int = tail_size

    async def get_messages(self) -> list[LLMMessage]:
        """Return the first messages, a note on those left out, and the last messages."""
        skipped = len(self._messages) - self._head_size - self._tail_size
        if skipped <= 0:
            return self._messages
        head = self._messages[: self._head_size]
        tail = self._messages[-self._tail_size :]
        if _is_call(head[-1]):
            del head[-1]
        if isinstance(tail[0], FunctionExecutionResultMessage):
            del tail[0]
        note = UserMessage(content=f"Skipped {skipped} messages.", source="System")
        return [*head, note, *tail]

    def _to_config(self) -> HeadAndTailChatCompletionContextConfig:
        return HeadAndTailChatCompletionContextConfig(
            head_size=self._head_size,
            tail_size=self._tail_size,
            initial_messages=self._initial_messages,
        )

    @classmethod
    def _from_config(cls, config: HeadAndTailChatCompletionContextConfig) -> Self:
        return cls(**dict(config))


def _is_call(message: LLMMessage) -> bool:
    return isinstance(message, AssistantMessage) and isinstance(message.content, list)
