"""Messages to bytes and back."""
import asyncio
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Union

from autogen_core import (
    JSON_DATA_CONTENT_TYPE, AgentId, MessageContext, MessageSerializer, RoutedAgent, SingleThreadedAgentRuntime,
    UnknownPayload, message_handler, try_get_known_serializers_for_type,
)
from pydantic import BaseModel
from program_transcript import attempt


@dataclass
class Flat:
    a: int
    b: str = "x"
    c: List[int] = field(default_factory=list)


class Inner(BaseModel):
    n: int


class Outer(BaseModel):
    inner: Inner
    many: List[Inner] = []
    either: Union[int, str] = 1


@dataclass
class Nested:
    flat: Flat


@dataclass
class WithModel:
    inner: List[Inner]


@dataclass
class WithUnion:
    either: Union[int, str]


class Plain:
    pass


class Own:
    def __init__(self, text: str) -> None:
        self.text = text


class OwnSerializer(MessageSerializer[Own]):
    @property
    def data_content_type(self) -> str:
        return JSON_DATA_CONTENT_TYPE

    @property
    def type_name(self) -> str:
        return "Own"

    def deserialize(self, payload: bytes) -> Own:
        return Own(payload.decode())

    def serialize(self, message: Own) -> bytes:
        return message.text.encode()


class Taker(RoutedAgent):
    @message_handler
    async def take(self, message: Flat | Outer, ctx: MessageContext) -> str:
        return type(message).__name__


async def main() -> None:
    for kind, value in ((Flat, Flat(1, c=[2])), (Outer, Outer(inner=Inner(n=1), many=[Inner(n=2)], either="z"))):
        (serializer,) = try_get_known_serializers_for_type(kind)
        payload = serializer.serialize(value)
        print(serializer.type_name, serializer.data_content_type, payload, serializer.deserialize(payload) == value)
    print(try_get_known_serializers_for_type(Plain), try_get_known_serializers_for_type(int))
    for kind in (Nested, WithModel, WithUnion):
        await attempt(kind.__name__, lambda: len(try_get_known_serializers_for_type(kind)))
    runtime = SingleThreadedAgentRuntime()
    runtime.add_message_serializer(OwnSerializer())
    runtime.add_message_serializer([*try_get_known_serializers_for_type(Inner), *try_get_known_serializers_for_type(Flat)])
    await Taker.register(runtime, "taker", lambda: Taker("t"))
    runtime.start()
    print(await runtime.send_message(Flat(1), AgentId("taker", "k")), await runtime.send_message(Outer(inner=Inner(n=1)), AgentId("taker", "k")))
    await runtime.stop()
    print(UnknownPayload("t", "c", b"p"))


asyncio.run(main())
