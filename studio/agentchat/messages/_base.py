"""What all messages and events have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Self

from pydantic import Field

from studio._kit.clock import now
from studio._kit.deferred import DeferredModel
from studio.agentchat._message_ids import new_message_id
from studio.core.models import RequestUsage, UserMessage


class BaseMessage(DeferredModel, ABC):
    """Anything an agent or a team says: it can be shown as text, dumped and loaded."""

    @abstractmethod
    def to_text(self) -> str:
        """Return the content as people should see it."""

    def dump(self) -> Mapping[str, Any]:
        """Return the message as JSON-ready data."""
        return self.model_dump(mode="json")

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """Restore a message of this class from `dump()`."""
        return cls.model_validate(data)


class BaseChatMessage(BaseMessage, ABC):
    """A message from one agent to the others."""

    id: str = Field(default_factory=new_message_id)
    """Unique identifier."""

    source: str
    """Name of the agent that said it."""

    models_usage: RequestUsage | None = None
    """Tokens spent on it, where a model was asked."""

    metadata: dict[str, str] = Field(default_factory=dict[str, str])
    """Free notes that travel with the message."""

    created_at: datetime = Field(default_factory=now)
    """When it was made, in UTC."""

    @abstractmethod
    def to_model_text(self) -> str:
        """Return the content as a model should read it."""

    @abstractmethod
    def to_model_message(self) -> UserMessage:
        """Return the message as input of a model."""


class BaseTextChatMessage(BaseChatMessage, ABC):
    """A chat message whose content is text."""

    content: str
    """The text."""

    def to_text(self) -> str:
        """Return the text."""
        return self.content

    def to_model_text(self) -> str:
        """Return the text."""
        return self.content

    def to_model_message(self) -> UserMessage:
        """Return the text as a user message of the same source."""
        return UserMessage(content=self.content, source=self.source)


class BaseAgentEvent(BaseMessage, ABC):
    """Something that happened inside an agent or a team; other agents do not get to see it."""

    id: str = Field(default_factory=new_message_id)
    """Unique identifier."""

    source: str
    """Name of the agent it happened in."""

    models_usage: RequestUsage | None = None
    """Tokens spent on it, where a model was asked."""

    metadata: dict[str, str] = Field(default_factory=dict[str, str])
    """Free notes that travel with the event."""

    created_at: datetime = Field(default_factory=now)
    """When it happened, in UTC."""
