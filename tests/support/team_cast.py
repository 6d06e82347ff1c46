"""Agents for teams: they say what they are told to, and keep what they were given."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from studio.agentchat.agents import BaseChatAgent
from studio.agentchat.base import Response, TaskResult, Team
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    ModelClientStreamingChunkEvent,
    StopMessage,
    TextMessage,
    ThoughtEvent,
)
from studio.core import CancellationToken

Line = str | BaseChatMessage | Exception


def text_of(message: Any) -> Any:
    return getattr(message, "content", None)


class Actor(BaseChatAgent):
    """Says its lines, then its name and the number of the turn; `->x` hands over, `!x` stops."""

    def __init__(self, name: str, *lines: Line, description: str | None = None) -> None:
        super().__init__(name, description or f"{name} is an actor")
        self.lines = list(lines)
        self.turn = 0
        self.seen: list[list[Any]] = []
        self.calls: list[str] = []
        self.spoke = asyncio.Event()

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage, HandoffMessage, StopMessage)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        self.seen.append([text_of(message) for message in messages])
        self.turn += 1
        line = self.lines.pop(0) if self.lines else f"{self.name}{self.turn}"
        if isinstance(line, Exception):
            raise line
        self.spoke.set()
        return Response(chat_message=self._say(line))

    def _say(self, line: str | BaseChatMessage) -> BaseChatMessage:
        if isinstance(line, BaseChatMessage):
            return line
        if line.startswith("->"):
            return HandoffMessage(content=line, target=line[2:], source=self.name)
        if line.startswith("!"):
            return StopMessage(content=line[1:], source=self.name)
        return TextMessage(content=line, source=self.name)

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self.calls.append("reset")
        self.turn = 0

    async def on_pause(self, cancellation_token: CancellationToken) -> None:
        self.calls.append("pause")

    async def on_resume(self, cancellation_token: CancellationToken) -> None:
        self.calls.append("resume")

    async def save_state(self) -> Mapping[str, Any]:
        return {"turn": self.turn, "lines": [str(line) for line in self.lines]}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        self.turn = state["turn"]
        self.lines = list(state["lines"])


class Thinker(Actor):
    """Yields two chunks and a thought before it answers."""

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        for chunk in ("hm, ", "well"):
            yield ModelClientStreamingChunkEvent(content=chunk, source=self.name)
        thought = ThoughtEvent(content=f"{self.name} thinks", source=self.name)
        yield thought
        response = await self.on_messages(messages, cancellation_token)
        yield Response(chat_message=response.chat_message, inner_messages=[thought])


class Waiter(Actor):
    """Waits in its turns until it is let go."""

    def __init__(self, name: str, *lines: Line) -> None:
        super().__init__(name, *lines)
        self.reached = asyncio.Event()
        self.go = asyncio.Event()
        self.ended: list[str] = []

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        self.reached.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.ended.append("cancelled")
            raise
        return await super().on_messages(messages, cancellation_token)


def said(result: TaskResult) -> list[tuple[str, Any]]:
    """Who said what, without ids and times."""
    return [(message.source, text_of(message)) for message in result.messages]


async def heard(team: Team, **options: Any) -> tuple[list[tuple[str, Any]], TaskResult]:
    """Everything that a stream yields, and its result."""
    items: list[tuple[str, Any]] = []
    result: TaskResult | None = None
    async for item in team.run_stream(**options):
        if isinstance(item, TaskResult):
            result = item
        else:
            items.append((item.source, text_of(item)))
    assert result is not None
    return items, result
