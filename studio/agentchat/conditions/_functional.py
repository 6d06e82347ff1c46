"""Ends a conversation when a function says so."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar

from studio.agentchat.base import TerminatedException, TerminationCondition
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage


class FunctionalTermination(TerminationCondition):
    """Ends the conversation when a function of the new messages returns `True`.

    Nothing but `True` itself counts. A function is no document, so this condition cannot be dumped.

    Args:
        func: The function, plain or async.
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.conditions.FunctionalTermination"
    )

    def __init__(
        self,
        func: Callable[[Sequence[BaseAgentEvent | BaseChatMessage]], bool]
        | Callable[[Sequence[BaseAgentEvent | BaseChatMessage]], Awaitable[bool]],
    ) -> None:
        self._func: Callable[[Sequence[BaseAgentEvent | BaseChatMessage]], Any] = func
        self._fired: bool = False

    @property
    def terminated(self) -> bool:
        """Whether it has fired."""
        return self._fired

    async def __call__(
        self, messages: Sequence[BaseAgentEvent | BaseChatMessage]
    ) -> StopMessage | None:
        """Ask the function.

        Raises:
            TerminatedException: It has said yes already.
        """
        if self._fired:
            raise TerminatedException("Termination condition has already been reached")
        answer = self._func(messages)
        if inspect.isawaitable(answer):
            answer = await answer
        if answer is not True:
            return None
        self._fired = True
        return StopMessage(
            content="Functional termination condition met", source=type(self).__name__
        )

    async def reset(self) -> None:
        """Start over."""
        self._fired = False

    def save_progress(self) -> Mapping[str, Any]:
        """Return whether it has fired."""
        return {"fired": self._fired}

    def load_progress(self, progress: Mapping[str, Any]) -> None:
        """Go back to what `save_progress` returned."""
        self._fired = bool(progress.get("fired", False))
