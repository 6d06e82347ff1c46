"""What can be given a task, and what comes back."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from pydantic import SerializeAsAny

from studio._kit.deferred import DeferredModel
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import CancellationToken


class TaskResult(DeferredModel):
    """Outcome of a task."""

    messages: Sequence[SerializeAsAny[BaseAgentEvent | BaseChatMessage]]
    """Everything that was said, the task included."""

    stop_reason: str | None = None
    """Why it ended."""


class TaskRunner(Protocol):
    """An agent or a team that can be given a task."""

    async def run(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> TaskResult:
        """Work on the task and return the result; without a task, go on from where it stands."""
        ...

    def run_stream(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | TaskResult, None]:
        """Like `run`, yielding each message as it comes, and the result last."""
        ...
