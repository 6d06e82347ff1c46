"""What all single conditions have in common: they fire once and give a reason."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from studio.agentchat.base import TerminatedException, TerminationCondition
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage


class OnceTermination(TerminationCondition):
    """A condition that fires once; a subclass says why, and what there is to remember."""

    def __init__(self) -> None:
        self._fired: bool = False

    @property
    def terminated(self) -> bool:
        """Whether it has fired."""
        return self._fired

    async def __call__(
        self, messages: Sequence[BaseAgentEvent | BaseChatMessage]
    ) -> StopMessage | None:
        """Look at the messages since the last call; return the reason to stop, if there is one.

        Raises:
            TerminatedException: It has fired already.
        """
        if self._fired:
            raise TerminatedException("Termination condition has already been reached")
        reason = self._reason(messages)
        if reason is None:
            return None
        self._fired = True
        return StopMessage(content=reason, source=type(self).__name__)

    @abstractmethod
    def _reason(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        """Return why the conversation ends with these messages, or `None`."""

    async def reset(self) -> None:
        """Start over."""
        self._fired = False

    def save_progress(self) -> Mapping[str, Any]:
        """Return how far it has come."""
        return {"fired": self._fired}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go back to what `save_progress` returned."""
        self._fired = bool(progress.get("fired", False))
