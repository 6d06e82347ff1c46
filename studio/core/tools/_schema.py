"""The schema of a tool as a model is shown it."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, cast

from pydantic import BaseModel
from typing_extensions import TypedDict


class ParametersSchema(TypedDict):
    """JSON schema of a tool's arguments."""

    type: str
    properties: dict[str, Any]
    required: NotRequired[Sequence[str]]
    additionalProperties: NotRequired[bool]


class ToolSchema(TypedDict):
    """What a model is told about a tool."""

    parameters: NotRequired[ParametersSchema]
    name: str
    description: NotRequired[str]
    strict: NotRequired[bool]


def parameters_of(args_type: type[BaseModel]) -> ParametersSchema:
    """Return the schema of a tool's arguments, with every `$ref` replaced by what it names."""
    schema = args_type.model_json_schema()
    definitions: dict[str, Any] = schema.get("$defs", {})
    properties: dict[str, Any] = schema.get("properties", {})
    if definitions:
        properties = _inlined(properties, definitions, ())
    return ParametersSchema(
        type="object",
        properties=properties,
        required=schema.get("required", []),
        additionalProperties=schema.get("additionalProperties", False),
    )


def _inlined(value: Any, definitions: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [_inlined(item, definitions, inside) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    items = cast("dict[str, Any]", value)
    ref = items.get("$ref")
    if not isinstance(ref, str):
        return {key: _inlined(item, definitions, inside) for key, item in items.items()}
    name = ref.rpartition("/")[2]
    beside = {key: item for key, item in items.items() if key != "$ref"}
    if name in inside or name not in definitions:
        # A model that contains itself has no finite schema without references.
        return {"type": "object", **beside}
    return {**_inlined(definitions[name], definitions, (*inside, name)), **beside}
