"""What agents and teams have in common as tools."""

from abc import ABC
from collections.abc import AsyncGenerator
from typing import Annotated, Any, ClassVar

from pydantic import Field

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio._kit.run_context import nested_team
from studio.agentchat._streams import within_team
from studio.agentchat.base import TaskResult, TaskRunner
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import CancellationToken, ComponentType
from studio.core.tools import BaseStreamTool


class TaskRunnerToolArgs(DeferredModel):
    """Arguments of an agent or a team as a tool."""

    task: Annotated[str, Field(description="The task to be executed.")]


class TaskRunnerTool(
    BaseStreamTool[TaskRunnerToolArgs, BaseAgentEvent | BaseChatMessage, TaskResult], ABC
):
    """Gives a task to an agent or a team, streams what is said, and returns all of it as text."""

    component_type: ClassVar[ComponentType] = "tool"

    def __init__(
        self,
        task_runner: TaskRunner,
        name: str,
        description: str,
        return_value_as_last_message: bool,
    ) -> None:
        super().__init__(
            args_type=TaskRunnerToolArgs,
            return_type=TaskResult,
            name=name,
            description=description,
            strict=True,
        )
        self._task_runner: TaskRunner = task_runner
        self._return_value_as_last_message: bool = return_value_as_last_message

    async def run(
        self, args: TaskRunnerToolArgs, cancellation_token: CancellationToken
    ) -> TaskResult:
        """Have the task done."""
        with nested_team(self.name):
            return await self._task_runner.run(
                task=args.task, cancellation_token=cancellation_token
            )

    async def run_stream(
        self, args: TaskRunnerToolArgs, cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | TaskResult, None]:
        """Have the task done, yielding what is said, and the result last."""
        stream = self._task_runner.run_stream(task=args.task, cancellation_token=cancellation_token)
        async for item in within_team(self.name, stream):
            yield item

    def return_value_as_string(self, value: Any) -> str:
        """Return what was said, with its sources, or the last message alone.

        Raises:
            UsageError: Only the last message is wanted, and it is no chat message.
        """
        if not isinstance(value, TaskResult):
            return super().return_value_as_string(value)
        if self._return_value_as_last_message:
            last = value.messages[-1] if value.messages else None
            if not isinstance(last, BaseChatMessage):
                raise UsageError("The last message is not a BaseChatMessage.")
            return last.to_model_text()
        return "\n\n".join(
            f"{message.source}: {message.to_model_text()}"
            for message in value.messages
            if isinstance(message, BaseChatMessage) and message.source != "user"
        )
