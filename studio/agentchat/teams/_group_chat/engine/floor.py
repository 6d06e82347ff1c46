"""How a manager speaks to the participants."""

from collections.abc import Sequence
from typing import Protocol

from studio.agentchat.messages import BaseChatMessage
from studio.core import CancellationToken


class Floor(Protocol):
    """What the carrier of a conversation offers to its manager."""

    @property
    def token(self) -> CancellationToken:
        """Token of the run."""
        ...

    async def share(self, messages: Sequence[BaseChatMessage], *, start: bool = False) -> None:
        """Let all participants read the messages; `start` marks those of the task."""
        ...

    async def reset_members(self) -> None:
        """Let all participants forget everything."""
        ...


class SilentFloor:
    """A floor with nobody to hear."""

    @property
    def token(self) -> CancellationToken:
        """Return a token that nobody cancels."""
        return CancellationToken()

    async def share(self, messages: Sequence[BaseChatMessage], *, start: bool = False) -> None:
        """Do nothing."""

    async def reset_members(self) -> None:
        """Do nothing."""
