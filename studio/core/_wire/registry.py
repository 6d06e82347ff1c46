"""Which serializer is for which type of message."""

from collections.abc import Sequence
from typing import Any, cast

from studio.core._wire.protocol import JSON_DATA_CONTENT_TYPE, MessageSerializer, UnknownPayload
from studio.core._wire.serializers import type_name_of
from studio.core.exceptions import SerializationError


class SerializationRegistry:
    """Serializers by type name and content type."""

    def __init__(self) -> None:
        self._serializers: dict[tuple[str, str], MessageSerializer[Any]] = {}

    def add_serializer(
        self, serializer: MessageSerializer[Any] | Sequence[MessageSerializer[Any]]
    ) -> None:
        """Register one or several; one for the same type and content replaces the earlier."""
        several = serializer if isinstance(serializer, Sequence) else [serializer]
        for one in several:
            self._serializers[one.type_name, one.data_content_type] = one

    def serialize(self, message: Any, *, type_name: str, data_content_type: str) -> bytes:
        """Return the bytes of a message.

        Raises:
            SerializationError: No serializer is registered for it.
        """
        serializer = self._serializers.get((type_name, data_content_type))
        if serializer is None:
            raise SerializationError(
                f"Unknown type {type_name} with content type {data_content_type}",
                hint="Register one with `add_message_serializer`.",
            )
        return serializer.serialize(message)

    def deserialize(self, payload: bytes, *, type_name: str, data_content_type: str) -> Any:
        """Return the message in the bytes, or an `UnknownPayload` when nobody can read them."""
        serializer = self._serializers.get((type_name, data_content_type))
        if serializer is None:
            return UnknownPayload(type_name, data_content_type, payload)
        return serializer.deserialize(payload)

    def type_name(self, message: Any) -> str:
        """Return the name under which a message travels."""
        return type_name_of(cast("type[Any]", type(message)))

    def is_registered(self, type_name: str, data_content_type: str) -> bool:
        """Say whether a serializer is registered."""
        return (type_name, data_content_type) in self._serializers

    def to_text(self, message: Any) -> str:
        """Return a message as JSON for logs; a stand-in text where that cannot be done."""
        serializer = self._serializers.get((self.type_name(message), JSON_DATA_CONTENT_TYPE))
        if serializer is None:
            return "Message could not be serialized"
        try:
            return serializer.serialize(message).decode()
        except (TypeError, ValueError):
            return "Message could not be serialized"
