"""An agent that takes certain messages strictly one after another."""

import asyncio
from collections.abc import Sequence
from typing import Any

from studio.core import MessageContext, RoutedAgent


class SequentialRoutedAgent(RoutedAgent):
    """Handles messages of the given types one at a time, in the order of their arrival.

    Args:
        description: What the agent does.
        sequential_message_types: The types that wait for each other; others never wait.
    """

    def __init__(self, description: str, sequential_message_types: Sequence[type[Any]]) -> None:
        super().__init__(description)
        self._sequential_types: frozenset[type[Any]] = frozenset(sequential_message_types)
        # A lock lets those that wait in first come first served.
        self._turn_lock: asyncio.Lock = asyncio.Lock()

    async def on_message_impl(self, message: Any, ctx: MessageContext) -> Any | None:
        """Handle a message, after all earlier ones where its type asks for it."""
        if type(message) not in self._sequential_types:
            return await super().on_message_impl(message, ctx)
        async with self._turn_lock:
            return await super().on_message_impl(message, ctx)
