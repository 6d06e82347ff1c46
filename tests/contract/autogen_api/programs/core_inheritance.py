"""Handlers of a base class, overridden and added to."""
import asyncio
from dataclasses import dataclass
from typing import Union

from pydantic import BaseModel

from autogen_core import (
    AgentId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime, TopicId, TypeSubscription,
    event, message_handler, rpc, type_subscription,
)


@dataclass
class A:
    n: int


@dataclass
class B:
    n: int


@dataclass
class News:
    n: str


@dataclass
class Ask:
    n: int


class C(BaseModel):
    n: int


class SubC(C):
    pass


@type_subscription("letters")
class Base(RoutedAgent):
    def __init__(self) -> None:
        super().__init__("base")

    @message_handler
    async def on_a(self, message: A, ctx: MessageContext) -> str:
        return f"base A {message.n}"

    @message_handler
    async def on_bc(self, message: Union[B, C], ctx: MessageContext) -> str:
        return f"base {type(message).__name__} {message.n}"

    @event
    async def told(self, message: News, ctx: MessageContext) -> None:
        print(f"{self.id} told {message}")

    @rpc
    async def asked(self, message: Ask, ctx: MessageContext) -> Ask:
        return Ask(message.n * 2)

    async def on_unhandled_message(self, message, ctx):
        print(f"{self.id} unhandled {message!r}")


class Child(Base):
    @message_handler
    async def on_a(self, message: A, ctx: MessageContext) -> str:
        return f"child A {message.n}, " + await super().on_a(message, ctx)

    @message_handler
    async def aaa_first(self, message: B, ctx: MessageContext) -> str:
        return f"child first {message.n}"


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    await Base.register(runtime, "base", Base)
    await Child.register(runtime, "child", Child)
    runtime.start()
    for who in ("base", "child"):
        for message in (A(1), B(2), C(n=3), SubC(n=4), Ask(5), News("direct"), 1.5):
            print(who, repr(message), "->", await runtime.send_message(message, AgentId(who, "k")))
    await runtime.publish_message(News("news"), TopicId("letters", "s"))
    await runtime.publish_message(Ask(7), TopicId("letters", "s"))
    await runtime.stop_when_idle()
    runtime.start()
    await runtime.add_subscription(TypeSubscription("letters", "child"))
    await runtime.publish_message(News("more"), TopicId("letters", "s"))
    await runtime.stop_when_idle()


asyncio.run(main())
