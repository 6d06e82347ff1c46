"""What an agent's model gets to read."""

from collections.abc import Sequence

from studio._kit.growing import GrowingList, may_grow
from studio.agentchat.messages import BaseChatMessage, HandoffMessage
from studio.agentchat.utils import remove_images
from studio.core.model_context import ChatCompletionContext
from studio.core.models import ChatCompletionClient, LLMMessage, SystemMessage, UserMessage


class _ImageWatch:
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


class Prompt:
    """What an agent's model gets to read: system messages and history.

    Each call of a model gets a list of its own, unless its client says that it keeps none: then a
    growing history makes one growing list, of which only the end is new.
    """

    __slots__ = ("_grown", "_history", "_images", "_read", "_rewrites", "_system")

    def __init__(self) -> None:
        self._images: _ImageWatch = _ImageWatch()
        self._grown: GrowingList[LLMMessage] = GrowingList()
        self._history: GrowingList[LLMMessage] | None = None
        self._system: Sequence[SystemMessage] = ()
        self._read: int = 0
        self._rewrites: int = 0

    def put_together(
        self,
        client: ChatCompletionClient,
        system_messages: Sequence[SystemMessage],
        history: Sequence[LLMMessage],
        *,
        stream: bool,
    ) -> list[LLMMessage]:
        """Put the system messages first; take images out for a model that cannot see."""
        if not client.model_info["vision"] and self._images.found_in(history):
            return remove_images([*system_messages, *history])
        asked = type(client).create_stream if stream else type(client).create
        if isinstance(history, GrowingList) and may_grow(asked):
            return self._grow(system_messages, history)
        return [*system_messages, *history]

    def _grow(
        self, system_messages: Sequence[SystemMessage], history: GrowingList[LLMMessage]
    ) -> list[LLMMessage]:
        if (
            history is self._history
            and history.rewrites == self._rewrites
            and system_messages == self._system
        ):
            self._grown.extend(history[self._read :])
        else:
            self._grown = GrowingList([*system_messages, *history])
            self._history, self._rewrites = history, history.rewrites
            self._system = list(system_messages)
        self._read = len(history)
        return self._grown


async def add_to_context(
    context: ChatCompletionContext, messages: Sequence[BaseChatMessage]
) -> None:
    """Let the model see the messages; a hand-over's context comes before its text."""
    for message in messages:
        if isinstance(message, HandoffMessage):
            for earlier in message.context:
                await context.add_message(earlier)
        await context.add_message(message.to_model_message())
