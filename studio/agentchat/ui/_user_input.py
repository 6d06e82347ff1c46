"""Keeps a question back until the person has seen that it is coming."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import cast

from studio.agentchat.agents import UserProxyAgent
from studio.core import CancellationToken

SyncInputFunc = Callable[[str], str]
AsyncInputFunc = Callable[[str, CancellationToken | None], Awaitable[str]]


class UserInputManager:
    """Wraps an input function so that `Console` prints everything before the prompt comes.

    Give `get_wrapped_callback()` to the `UserProxyAgent`, and the manager to `Console`.

    Args:
        callback: The input function, sync or async.
    """

    def __init__(self, callback: SyncInputFunc | AsyncInputFunc) -> None:
        self.callback: SyncInputFunc | AsyncInputFunc = callback
        self._shown: dict[str, asyncio.Event] = {}

    def get_wrapped_callback(self) -> AsyncInputFunc:
        """Return the input function for the agent."""

        async def ask_when_shown(prompt: str, cancellation_token: CancellationToken | None) -> str:
            request_id = UserProxyAgent.InputRequestContext.request_id()
            try:
                await self._event(request_id).wait()
            finally:
                del self._shown[request_id]
            if inspect.iscoroutinefunction(self.callback):
                return await cast("AsyncInputFunc", self.callback)(prompt, cancellation_token)
            return await asyncio.to_thread(cast("SyncInputFunc", self.callback), prompt)

        return ask_when_shown

    def notify_event_received(self, request_id: str) -> None:
        """Say that the question's event has been shown."""
        self._event(request_id).set()

    def _event(self, request_id: str) -> asyncio.Event:
        return self._shown.setdefault(request_id, asyncio.Event())
