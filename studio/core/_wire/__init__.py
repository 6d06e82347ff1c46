"""Messages as bytes."""

from studio.core._wire.protocol import (
    JSON_DATA_CONTENT_TYPE,
    PROTOBUF_DATA_CONTENT_TYPE,
    MessageSerializer,
    UnknownPayload,
)
from studio.core._wire.registry import SerializationRegistry
from studio.core._wire.serializers import try_get_known_serializers_for_type

__all__ = [
    "JSON_DATA_CONTENT_TYPE",
    "PROTOBUF_DATA_CONTENT_TYPE",
    "MessageSerializer",
    "SerializationRegistry",
    "UnknownPayload",
    "try_get_known_serializers_for_type",
]
