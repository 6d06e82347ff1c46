"""How a message becomes bytes, and what comes of bytes nobody knows."""

from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

JSON_DATA_CONTENT_TYPE = "application/json"
"""Content type of JSON payloads."""

PROTOBUF_DATA_CONTENT_TYPE = "application/x-protobuf"
"""Content type of Protobuf payloads: an `Any` with the message in it."""

T = TypeVar("T")


@runtime_checkable
class MessageSerializer(Protocol[T]):
    """Puts messages of one type into bytes of one content type, and back."""

    @property
    def data_content_type(self) -> str:
        """Content type of the bytes."""
        ...

    @property
    def type_name(self) -> str:
        """Name of the message type."""
        ...

    def deserialize(self, payload: bytes) -> T:
        """Return the message that `payload` holds."""
        ...

    def serialize(self, message: T) -> bytes:
        """Return the bytes of `message`."""
        ...


@dataclass
class UnknownPayload:
    """Bytes that no registered serializer can read."""

    type_name: str
    data_content_type: str
    payload: bytes
