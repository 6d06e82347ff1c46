"""What an agent's model gets to read."""

from collections.abc import Sequence

from studio.agentchat.messages import BaseChatMessage, HandoffMessage
from studio.agentchat.utils import remove_images
from studio.core.model_context import ChatCompletionContext
from studio.core.models import ChatCompletionClient, LLMMessage, SystemMessage, UserMessage


class ImageWatch:
    """Knows whether a growing history holds images without reading all of it each time."""

    __slots__ = ("_count", "_found", "_last")

    def __init__(self) -> None:
        self._count: int = 0
        self._last: LLMMessage | None = None
        self._found: bool = False

    def found_in(self, messages: Sequence[LLMMessage]) -> bool:
        """Look at what has been added since the last call, or at all if it is another history."""
        known = self._count
        if known == 0 or known > len(messages) or messages[known - 1] is not self._last:
            known, self._found = 0, False
        if known < len(messages):
            self._found = self._found or any(map(_has_parts, messages[known:]))
            self._count, self._last = len(messages), messages[-1]
        return self._found


def _has_parts(message: LLMMessage) -> bool:
    return isinstance(message, UserMessage) and not isinstance(message.content, str)


def to_model_input(
    client: ChatCompletionClient,
    system_messages: Sequence[SystemMessage],
    history: Sequence[LLMMessage],
    images: ImageWatch,
) -> list[LLMMessage]:
    """Put the system messages first; take images out for a model that cannot see."""
    if not client.model_info["vision"] and images.found_in(history):
        return remove_images([*system_messages, *history])
    return [*system_messages, *history]


async def add_to_context(
    context: ChatCompletionContext, messages: Sequence[BaseChatMessage]
) -> None:
    """Let the model see the messages; a hand-over's context comes before its text."""
    for message in messages:
        if isinstance(message, HandoffMessage):
            for earlier in message.context:
                await context.add_message(earlier)
        await context.add_message(message.to_model_message())
