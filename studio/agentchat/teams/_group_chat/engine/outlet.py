"""Where a run puts what is said: into its result, and to whoever is listening."""

import asyncio
from collections import deque

from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    MessageFactory,
    ModelClientStreamingChunkEvent,
)

from .errors import TurnError

Item = BaseAgentEvent | BaseChatMessage


class Outlet:
    """Keeps the messages of one run after the other; reading never holds up writing."""

    def __init__(self, factory: MessageFactory) -> None:
        self._factory: MessageFactory = factory
        self._known: set[type[Item]] = set()
        self._fresh: deque[Item] | None = None
        self._waiter: asyncio.Future[None] | None = None
        self.collected: list[Item] = []
        """The messages of the current run, chunks left out."""

    def open(self, *, streaming: bool) -> None:
        """Begin a new run; only with `streaming` is there something to `take`."""
        self.collected = []
        self._fresh = deque() if streaming else None
        self._waiter = None

    def check(self, message: Item) -> None:
        """Make sure that the message can be said.

        Raises:
            TurnError: The factory of the team does not know the message's class.
        """
        kind = type(message)
        if kind in self._known:
            return
        if not self._factory.is_registered(kind):
            raise TurnError(
                f"Message type {kind.__name__} is not registered with the message factory.",
                hint="Add it to `custom_message_types` of the team.",
            )
        self._known.add(kind)

    def put_nowait(self, message: Item) -> None:
        """Say something.

        Raises:
            TurnError: The factory of the team does not know the message's class.
        """
        kind = type(message)
        if kind not in self._known:
            self.check(message)
        if kind is not ModelClientStreamingChunkEvent:
            self.collected.append(message)
        if self._fresh is not None:
            self._fresh.append(message)
            self.wake()

    async def put(self, message: Item) -> None:
        """Say something."""
        self.put_nowait(message)

    def wake(self, _: object = None) -> None:
        """Let whoever waits look again."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def take(self) -> Item | None:
        """Return the next message that has not been taken, if there is one."""
        return self._fresh.popleft() if self._fresh else None

    async def wait(self) -> None:
        """Wait until something is said or `wake` is called."""
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None
