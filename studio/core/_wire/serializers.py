"""Serializers for Pydantic models, flat dataclasses and Protobuf messages."""

import json
import sys
from dataclasses import asdict, fields, is_dataclass
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Protocol,
    TypeVar,
    Union,  # noqa: TID251 - to be recognised, not written
    get_args,
    get_origin,
)

from pydantic import BaseModel

from studio.core._wire.protocol import (
    JSON_DATA_CONTENT_TYPE,
    PROTOBUF_DATA_CONTENT_TYPE,
    MessageSerializer,
)
from studio.core.exceptions import SerializationError

if TYPE_CHECKING:
    from google.protobuf.message import Message


class IsDataclass(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


PydanticT = TypeVar("PydanticT", bound=BaseModel)
DataclassT = TypeVar("DataclassT", bound=IsDataclass)
ProtobufT = TypeVar("ProtobufT", bound="Message")


class PydanticJsonMessageSerializer(MessageSerializer[PydanticT]):
    """JSON of a Pydantic model."""

    def __init__(self, cls: type[PydanticT]) -> None:
        self.cls: type[PydanticT] = cls

    @property
    def data_content_type(self) -> str:
        """JSON."""
        return JSON_DATA_CONTENT_TYPE

    @property
    def type_name(self) -> str:
        """The class name."""
        return type_name_of(self.cls)

    def deserialize(self, payload: bytes) -> PydanticT:
        """Validate the JSON and return the model."""
        return self.cls.model_validate_json(payload)

    def serialize(self, message: PydanticT) -> bytes:
        """Return the model as JSON."""
        return message.model_dump_json().encode()


class DataclassJsonMessageSerializer(MessageSerializer[DataclassT]):
    """JSON of a dataclass whose fields are plain JSON values.

    Raises:
        SerializationError: A field is a union, or another dataclass or model, which plain JSON
            does not bring back.
    """

    def __init__(self, cls: type[DataclassT]) -> None:
        if any(_is_union(f.type) for f in fields(cls)):
            raise SerializationError(
                f"Dataclass {cls.__name__} has a union type, which is not supported.",
                hint="Make the message a Pydantic model.",
            )
        if any(_is_structured(f.type) for f in fields(cls)):
            raise SerializationError(
                f"Dataclass {cls.__name__} has nested dataclasses or base models, which are not "
                "supported.",
                hint="Make the message a Pydantic model.",
            )
        self.cls: type[DataclassT] = cls

    @property
    def data_content_type(self) -> str:
        """JSON."""
        return JSON_DATA_CONTENT_TYPE

    @property
    def type_name(self) -> str:
        """The class name."""
        return type_name_of(self.cls)

    def deserialize(self, payload: bytes) -> DataclassT:
        """Return the dataclass with the fields of the JSON object."""
        return self.cls(**json.loads(payload))

    def serialize(self, message: DataclassT) -> bytes:
        """Return the fields as a JSON object."""
        return json.dumps(asdict(message)).encode()


class ProtobufMessageSerializer(MessageSerializer[ProtobufT]):
    """A Protobuf message, packed in an `Any`."""

    def __init__(self, cls: type[ProtobufT]) -> None:
        self.cls: type[ProtobufT] = cls

    @property
    def data_content_type(self) -> str:
        """Protobuf."""
        return PROTOBUF_DATA_CONTENT_TYPE

    @property
    def type_name(self) -> str:
        """The full name in the message's descriptor."""
        return type_name_of(self.cls)

    def deserialize(self, payload: bytes) -> ProtobufT:
        """Unpack the message."""
        from google.protobuf import any_pb2  # noqa: PLC0415 - only for those who use Protobuf

        packed = any_pb2.Any()
        packed.ParseFromString(payload)
        message = self.cls()
        if not packed.Unpack(message):
            raise SerializationError(
                f"the payload holds {packed.type_url!r}, not {self.type_name!r}"
            )
        return message

    def serialize(self, message: ProtobufT) -> bytes:
        """Pack the message."""
        from google.protobuf import any_pb2  # noqa: PLC0415 - only for those who use Protobuf

        packed = any_pb2.Any()
        packed.Pack(message)
        return packed.SerializeToString()


def try_get_known_serializers_for_type(cls: type[Any]) -> list[MessageSerializer[Any]]:
    """Return the serializers that fit a class by its nature; none for a class of another kind.

    Raises:
        SerializationError: It is a dataclass that plain JSON does not bring back.
    """
    if issubclass(cls, BaseModel):
        return [PydanticJsonMessageSerializer(cls)]
    if is_dataclass(cls):
        return [DataclassJsonMessageSerializer(cls)]
    if _is_protobuf(cls):
        return [ProtobufMessageSerializer(cls)]
    return []


def type_name_of(cls: type[Any]) -> str:
    """Return the name under which messages of a class travel."""
    return str(cls.DESCRIPTOR.full_name) if _is_protobuf(cls) else cls.__name__


def _is_protobuf(cls: type[Any]) -> bool:
    # A class can derive from Protobuf's only if that has been imported.
    module: Any = sys.modules.get("google.protobuf.message")
    return module is not None and issubclass(cls, module.Message)


def _is_union(annotation: Any) -> bool:
    return get_origin(annotation) in {Union, UnionType}


def _is_structured(annotation: Any) -> bool:
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return is_dataclass(annotation) or issubclass(annotation, BaseModel)
    return any(_holds_model(arg) for arg in get_args(annotation))


def _holds_model(annotation: Any) -> bool:
    # A list of dataclasses can at least be written, and programs have them; of models it cannot.
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return issubclass(annotation, BaseModel)
    return any(_holds_model(arg) for arg in get_args(annotation))
