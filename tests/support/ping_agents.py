"""Messages and agents that several tests use."""

import asyncio
from dataclasses import dataclass

from studio.core import MessageContext, RoutedAgent, default_subscription, event, message_handler


@dataclass
class Ping:
    text: str = ""


@dataclass
class Pong:
    text: str = ""


class Echo(RoutedAgent):
    """Answers a `Ping` with a `Pong` of the same text."""

    def __init__(self) -> None:
        super().__init__("echoes")

    @message_handler
    async def on_ping(self, message: Ping, ctx: MessageContext) -> Pong:
        return Pong(message.text)


@default_subscription
class Listener(RoutedAgent):
    """Keeps what is published to the default topic."""

    def __init__(self) -> None:
        super().__init__("listens")
        self.heard: list[str] = []

    @event
    async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
        self.heard.append(message.text)


@default_subscription
class Failing(RoutedAgent):
    """Raises the text of the message."""

    def __init__(self) -> None:
        super().__init__("fails")

    @message_handler
    async def on_ping(self, message: Ping, ctx: MessageContext) -> None:
        raise ValueError(message.text)


@default_subscription
class Waiting(RoutedAgent):
    """Says that it has begun, and waits until it is let go."""

    def __init__(self, begun: asyncio.Event, go: asyncio.Event) -> None:
        super().__init__("waits")
        self.begun = begun
        self.go = go
        self.done = 0
        self.cancelled = False

    @message_handler
    async def on_ping(self, message: Ping, ctx: MessageContext) -> Pong:
        self.begun.set()
        try:
            await ctx.cancellation_token.link_future(asyncio.ensure_future(self.go.wait()))
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        self.done += 1
        return Pong(message.text)
