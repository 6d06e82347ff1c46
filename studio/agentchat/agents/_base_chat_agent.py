"""The base of every chat agent."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import BaseModel

from studio._kit.errors import UsageError
from studio._kit.run_context import current_run
from studio.agentchat.base import ChatAgent, Response, TaskResult
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    TextMessage,
)
from studio.agentchat.state import BaseState
from studio.core import (
    CancellationToken,
    ComponentBase,
    ComponentType,
    trace_create_agent_span,
    trace_invoke_agent_span,
)

Task = str | BaseChatMessage | Sequence[BaseChatMessage] | None


class BaseChatAgent(ChatAgent, ABC, ComponentBase[BaseModel]):
    """Derive from this to write an agent of your own.

    An agent keeps what it has seen: each call of `on_messages` brings only what is new. Write
    `on_messages`, `on_reset` and `produced_message_types`; write `on_messages_stream` too if there
    is something to tell on the way.
    """

    component_type: ClassVar[ComponentType] = "agent"

    def __init__(self, name: str, description: str) -> None:
        with trace_create_agent_span(name, agent_description=description):
            if not name.isidentifier():
                raise UsageError(
                    "The agent name must be a valid Python identifier.", details={"name": name}
                )
            self._name: str = name
            self._description: str = description

    @property
    def name(self) -> str:
        """Name, unique within a team."""
        return self._name

    @property
    def description(self) -> str:
        """What the agent can do, for whoever chooses the next speaker."""
        return self._description

    @property
    @abstractmethod
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Classes of the answers it may give."""

    @abstractmethod
    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Answer the messages that are new since the last call."""

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Yield the inner messages of `on_messages`, then its response."""
        run = current_run()
        if run is not None:
            await run.before("agent", self._name)
        response = await self.on_messages(messages, cancellation_token)
        for message in response.inner_messages or ():
            yield message
        yield response

    async def run(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> TaskResult:
        """Work on the task.

        Args:
            task: Text of a user, one message, or several; `None` to go on from where it stands.
            cancellation_token: Ends the work early when cancelled.
            output_task_messages: Whether the result starts with the task's messages.

        Raises:
            UsageError: The task is an empty sequence or holds something else than messages.
        """
        given = _task_messages(task)
        with trace_invoke_agent_span(self._name, agent_description=self._description):
            response = await self.on_messages(given, cancellation_token or CancellationToken())
        said: list[BaseAgentEvent | BaseChatMessage] = [*given] if output_task_messages else []
        said.extend(response.inner_messages or ())
        said.append(response.chat_message)
        return TaskResult(messages=said)

    async def run_stream(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | TaskResult, None]:
        """Like `run`, yielding each message as it comes, and the result last.

        Chunks of a model's answer are yielded but are no part of the result.
        """
        given = _task_messages(task)
        said: list[BaseAgentEvent | BaseChatMessage] = []
        if output_task_messages:
            for message in given:
                said.append(message)
                yield message
        with trace_invoke_agent_span(self._name, agent_description=self._description):
            stream = self.on_messages_stream(given, cancellation_token or CancellationToken())
            try:
                async for item in stream:
                    if isinstance(item, Response):
                        said.append(item.chat_message)
                        yield item.chat_message
                        yield TaskResult(messages=said)
                    else:
                        if not isinstance(item, ModelClientStreamingChunkEvent):
                            said.append(item)
                        yield item
            finally:
                await stream.aclose()

    @abstractmethod
    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Forget everything."""

    async def on_pause(self, cancellation_token: CancellationToken) -> None:
        """Hold the work in progress; nothing to do unless an agent can."""

    async def on_resume(self, cancellation_token: CancellationToken) -> None:
        """Go on after a pause; nothing to do unless an agent can."""

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state; empty unless an agent has one."""
        return BaseState().model_dump()

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        BaseState.model_validate(state)

    async def close(self) -> None:
        """Give back whatever the agent holds; nothing unless an agent says so."""


def _task_messages(task: Task) -> list[BaseChatMessage]:
    if task is None:
        return []
    if isinstance(task, str):
        return [TextMessage(content=task, source="user")]
    if isinstance(task, BaseChatMessage):
        return [task]
    if not task:
        raise UsageError("Task list cannot be empty.")
    for message in task:
        if not isinstance(message, BaseChatMessage):  # pyright: ignore[reportUnnecessaryIsInstance] - callers may be untyped
            raise UsageError(f"Invalid message type in sequence: {type(message)}")
    return list(task)
