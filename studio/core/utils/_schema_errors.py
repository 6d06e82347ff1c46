"""What can be wrong with a JSON schema."""

from studio._kit.errors import StudioError


class SchemaConversionError(StudioError):
    """A JSON schema cannot be made into a class."""

    code = "schema.conversion"


class ReferenceNotFoundError(SchemaConversionError):
    """A `$ref` names nothing."""

    code = "schema.reference"


class FormatNotSupportedError(SchemaConversionError):
    """A `format` is not known."""

    code = "schema.format"


class UnsupportedKeywordError(SchemaConversionError):
    """A `type` is missing or not known."""

    code = "schema.keyword"
