"""The interface of model contexts."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from studio._kit.deferred import DeferredModel
from studio._kit.growing import GrowingList
from studio.core._component import ComponentBase, ComponentType
from studio.core.models import LLMMessage


class ChatCompletionContext(ABC, ComponentBase[BaseModel]):
    """Keeps a conversation and decides which part of it the model is shown.

    Args:
        initial_messages: Messages to begin with.
    """

    component_type: ClassVar[ComponentType] = "chat_completion_context"

    def __init__(self, initial_messages: list[LLMMessage] | None = None) -> None:
        self._messages: list[LLMMessage] = GrowingList()
        if initial_messages is not None:
            self._messages.extend(initial_messages)
        self._initial_messages: list[LLMMessage] | None = initial_messages
        self._saved: list[LLMMessage] = []
        self._dumps: list[dict[str, Any]] = []

    async def add_message(self, message: LLMMessage) -> None:
        """Add a message at the end."""
        self._messages.append(message)

    @abstractmethod
    async def get_messages(self) -> list[LLMMessage]:
        """Return what the model is shown."""

    async def clear(self) -> None:
        """Forget everything, the initial messages included."""
        self._messages = GrowingList()

    async def save_state(self) -> Mapping[str, Any]:
        """Return all messages as JSON data; what was saved before is not dumped again."""
        known = len(self._saved)
        # Comparing the beginning costs little: the messages are the same objects.
        if self._messages[:known] != self._saved:
            known = 0
            self._saved, self._dumps = [], []
        new = self._messages[known:]
        dumps = ChatCompletionContextState.model_construct(messages=new).model_dump()["messages"]
        self._saved.extend(new)
        self._dumps.extend(dumps)
        return {"messages": self._dumps.copy()}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Replace all messages by saved ones."""
        self._messages = GrowingList(ChatCompletionContextState.model_validate(state).messages)


class ChatCompletionContextState(DeferredModel):
    """State of a model context."""

    messages: list[LLMMessage] = Field(default_factory=list[LLMMessage])
