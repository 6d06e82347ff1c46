"""Reading JSON and JSON schemas."""

from studio.core.utils._json_to_pydantic import schema_to_pydantic_model
from studio.core.utils._load_json import extract_json_from_str
from studio.core.utils._schema_errors import (
    FormatNotSupportedError,
    ReferenceNotFoundError,
    SchemaConversionError,
    UnsupportedKeywordError,
)

__all__ = [
    "FormatNotSupportedError",
    "ReferenceNotFoundError",
    "SchemaConversionError",
    "UnsupportedKeywordError",
    "extract_json_from_str",
    "schema_to_pydantic_model",
]
