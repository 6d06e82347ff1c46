"""Types for the simple types and formats of JSON schema."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from importlib.util import find_spec
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Annotated, Any
from uuid import UUID

from pydantic import UUID1, UUID3, UUID4, UUID5, AnyUrl, EmailStr, Field, Json, StringConstraints

from studio.core.utils._schema_errors import FormatNotSupportedError, UnsupportedKeywordError

_SIMPLE: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}
_FORMATS: dict[str, Any] = {
    "uuid": UUID,
    "uuid1": UUID1,
    "uuid2": UUID,
    "uuid3": UUID3,
    "uuid4": UUID4,
    "uuid5": UUID5,
    "uri": AnyUrl,
    "hostname": Annotated[str, StringConstraints(strict=True)],
    "ipv4": IPv4Address,
    "ipv6": IPv6Address,
    "ipv4-network": IPv4Network,
    "ipv6-network": IPv6Network,
    "date-time": datetime,
    "date": date,
    "time": time,
    "duration": timedelta,
    "int32": Annotated[int, Field(strict=True, ge=-(2**31), le=2**31 - 1)],
    "int64": Annotated[int, Field(strict=True, ge=-(2**63), le=2**63 - 1)],
    "float": float,
    "double": float,
    "decimal": Decimal,
    "byte": bytes,
    "binary": bytes,
    "password": str,
    "path": str,
    "json": Json[Any],
}
_CONSTRAINTS: dict[str, Mapping[str, str]] = {
    "string": {"minLength": "min_length", "maxLength": "max_length", "pattern": "pattern"},
    "integer": {
        "minimum": "ge",
        "maximum": "le",
        "exclusiveMinimum": "gt",
        "exclusiveMaximum": "lt",
        "multipleOf": "multiple_of",
    },
    "array": {"minItems": "min_length", "maxItems": "max_length"},
}
_CONSTRAINTS["number"] = _CONSTRAINTS["integer"]


def simple_type(name: Any, schema: Mapping[str, Any]) -> Any:
    """Return the type of a schema that holds no others.

    Raises:
        UnsupportedKeywordError: Its `type` is missing or not known.
        FormatNotSupportedError: Its `format` is not known.
    """
    if not isinstance(name, str) or name not in _SIMPLE:
        raise UnsupportedKeywordError(
            f"Unsupported or missing type {name!r} in schema", details={"schema": dict(schema)}
        )
    format_name = schema.get("format")
    return constrained(
        _SIMPLE[name] if format_name is None else _of_format(format_name), name, schema
    )


def constrained(found: Any, name: str, schema: Mapping[str, Any]) -> Any:
    """Return a type with the limits that its schema sets."""
    limits: dict[str, Any] = {
        ours: schema[theirs]
        for theirs, ours in _CONSTRAINTS.get(name, {}).items()
        if schema.get(theirs) is not None
    }
    return Annotated[found, Field(**limits)] if limits else found


def _of_format(name: str) -> Any:
    if name == "email":
        return _email()
    if name not in _FORMATS:
        raise FormatNotSupportedError(
            f"Unknown format {name!r}", hint=f"Known are: email, {', '.join(sorted(_FORMATS))}."
        )
    return _FORMATS[name]


@cache
def _email() -> Any:
    if find_spec("email_validator") is not None:
        return EmailStr
    return Annotated[str, StringConstraints(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$")]
