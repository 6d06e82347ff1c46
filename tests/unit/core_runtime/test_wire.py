"""Messages as bytes."""

from dataclasses import dataclass, field
from typing import Any, Optional

import pytest
from google.protobuf import any_pb2, timestamp_pb2
from pydantic import BaseModel, ValidationError

from studio.core import (
    JSON_DATA_CONTENT_TYPE,
    PROTOBUF_DATA_CONTENT_TYPE,
    SingleThreadedAgentRuntime,
    UnknownPayload,
    try_get_known_serializers_for_type,
)
from studio.core._wire import SerializationRegistry


class Inner(BaseModel):
    number: int


class Outer(BaseModel):
    inner: Inner
    others: list[Inner] = []


@dataclass
class Flat:
    number: int
    names: list[str] = field(default_factory=list[str])


@dataclass
class HoldsDataclass:
    flat: Flat


@dataclass
class HoldsModel:
    inner: Inner


@dataclass
class ListsModels:
    inner: list[Inner]


@dataclass
class MapsModels:
    inner: dict[str, tuple[Inner, ...]]


@dataclass
class HoldsUnion:
    value: int | str


@dataclass
class HoldsOption:
    value: Optional[int]  # noqa: UP045


class Plain: ...


def registry_of(*classes: type[Any]) -> SerializationRegistry:
    registry = SerializationRegistry()
    for cls in classes:
        registry.add_serializer(try_get_known_serializers_for_type(cls))
    return registry


@pytest.mark.parametrize(
    "message",
    [Outer(inner=Inner(number=1), others=[Inner(number=2)]), Inner(number=3), Flat(4, ["x"])],
)
def test_models_and_flat_dataclasses_travel_as_json(message: Any) -> None:
    cls: type[Any] = message.__class__
    registry = registry_of(cls)
    name = registry.type_name(message)

    payload = registry.serialize(message, type_name=name, data_content_type=JSON_DATA_CONTENT_TYPE)
    back = registry.deserialize(payload, type_name=name, data_content_type=JSON_DATA_CONTENT_TYPE)

    assert name == cls.__name__
    assert payload.startswith(b"{")
    assert back == message


@pytest.mark.parametrize(
    "cls", [HoldsDataclass, HoldsModel, ListsModels, MapsModels, HoldsUnion, HoldsOption]
)
def test_a_dataclass_that_json_would_not_bring_back_is_refused(cls: type[Any]) -> None:
    with pytest.raises(ValueError, match="not supported"):
        try_get_known_serializers_for_type(cls)


def test_other_classes_have_no_serializer() -> None:
    assert try_get_known_serializers_for_type(Plain) == []
    assert try_get_known_serializers_for_type(str) == []


def test_protobuf_messages_travel_packed_in_any() -> None:
    message = timestamp_pb2.Timestamp(seconds=5)
    (serializer,) = try_get_known_serializers_for_type(type(message))

    payload = serializer.serialize(message)
    packed = any_pb2.Any()
    packed.ParseFromString(payload)

    assert serializer.type_name == "google.protobuf.Timestamp"
    assert serializer.data_content_type == PROTOBUF_DATA_CONTENT_TYPE
    assert packed.type_url.endswith("google.protobuf.Timestamp")
    assert serializer.deserialize(payload) == message
    with pytest.raises(ValueError, match="holds"):
        serializer.deserialize(any_pb2.Any().SerializeToString())


def test_without_a_serializer_writing_fails_and_reading_keeps_the_bytes() -> None:
    registry = registry_of(Flat)

    with pytest.raises(ValueError, match="Unknown type Inner"):
        registry.serialize(
            Inner(number=1), type_name="Inner", data_content_type=JSON_DATA_CONTENT_TYPE
        )
    assert registry.deserialize(
        b"{}", type_name="Flat", data_content_type=PROTOBUF_DATA_CONTENT_TYPE
    ) == UnknownPayload("Flat", PROTOBUF_DATA_CONTENT_TYPE, b"{}")


def test_a_payload_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValidationError):
        registry_of(Inner).deserialize(
            b"{}", type_name="Inner", data_content_type=JSON_DATA_CONTENT_TYPE
        )


def test_a_later_serializer_replaces_an_earlier_one() -> None:
    class Loud:
        type_name = "Flat"
        data_content_type = JSON_DATA_CONTENT_TYPE

        def serialize(self, message: Flat) -> bytes:
            return b"LOUD"

        def deserialize(self, payload: bytes) -> Flat:
            return Flat(0)

    runtime = SingleThreadedAgentRuntime()
    runtime.add_message_serializer(try_get_known_serializers_for_type(Flat))
    runtime.add_message_serializer(Loud())
    registry = runtime._serialization_registry

    assert registry.to_text(Flat(1)) == "LOUD"


def test_what_cannot_be_written_has_a_stand_in_for_logs() -> None:
    registry = registry_of(Flat)

    assert registry.to_text(Flat(1, ["x"])) == '{"number": 1, "names": ["x"]}'
    unreadable = "Message could not be serialized"
    unwritable: list[Any] = [object()]
    assert registry.to_text(Flat(1, unwritable)) == unreadable
    assert registry.to_text("text") == unreadable
