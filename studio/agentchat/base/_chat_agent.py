"""The interface of an agent that takes part in conversations."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel, SerializeAsAny

from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import CancellationToken, ComponentBase

from ._task import TaskRunner


@dataclass(kw_only=True)
class Response:
    """An agent's answer to the messages it was given."""

    chat_message: SerializeAsAny[BaseChatMessage]
    """The answer."""

    inner_messages: Sequence[SerializeAsAny[BaseAgentEvent | BaseChatMessage]] | None = None
    """What happened on the way to it."""


class ChatAgent(ABC, TaskRunner, ComponentBase[BaseModel]):
    """An agent that a team can talk to."""

    component_type: ClassVar[str] = "agent"

    @property
    @abstractmethod
    def name(self) -> str:
        """Name, unique within a team."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What the agent can do, for whoever chooses the next speaker."""

    @property
    @abstractmethod
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Classes of the answers it may give."""

    @abstractmethod
    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Answer the messages that are new since the last call."""

    @abstractmethod
    def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Like `on_messages`, yielding what happens on the way; the response comes last."""

    @abstractmethod
    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Forget everything."""

    @abstractmethod
    async def on_pause(self, cancellation_token: CancellationToken) -> None:
        """Hold the work in progress."""

    @abstractmethod
    async def on_resume(self, cancellation_token: CancellationToken) -> None:
        """Go on after a pause."""

    @abstractmethod
    async def save_state(self) -> Mapping[str, Any]:
        """Return what `load_state` needs to go on from here."""

    @abstractmethod
    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""

    @abstractmethod
    async def close(self) -> None:
        """Give back whatever the agent holds."""
