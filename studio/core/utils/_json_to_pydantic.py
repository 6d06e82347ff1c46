"""Makes pydantic classes from JSON schemas."""

import hashlib
import json
import re
import warnings
from collections.abc import Mapping
from typing import (
    Annotated,
    Any,
    ClassVar,  # `|` does not take forward references
    ForwardRef,
    Literal,
    Union,  # noqa: TID251
    cast,
    get_origin,
)

from pydantic import BaseModel, ConfigDict, Discriminator, Field, create_model

from studio.core.utils._schema_errors import ReferenceNotFoundError, SchemaConversionError
from studio.core.utils._schema_types import constrained, simple_type

Schema = dict[str, Any]


class _Model(BaseModel):
    """Base of generated classes; fields that Python cannot name keep their names outside."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )


def schema_to_pydantic_model(schema: Schema, model_name: str = "GeneratedModel") -> type[BaseModel]:
    """Return a pydantic class whose instances are what a JSON schema describes.

    Args:
        schema: Schema of an object, possibly with `$defs`.
        model_name: Name of the class.

    Raises:
        SchemaConversionError: The schema cannot be made into a class; a `ReferenceNotFoundError`,
            a `FormatNotSupportedError` or an `UnsupportedKeywordError` where one of these is why.

    Example:
        >>> schema = {"type": "object", "properties": {"age": {"type": "integer"}}}
        >>> schema_to_pydantic_model(schema, "Person")(age=3).age
        3
    """
    return _Converter(schema, model_name).convert()


class _Converter:
    """One conversion: the definitions, and the classes made so far."""

    def __init__(self, schema: Schema, name: str) -> None:
        self._schema = schema
        self._name = name
        self._definitions: Mapping[str, Schema] = {
            **schema.get("definitions", {}),
            **schema.get("$defs", {}),
        }
        self._building: dict[str, str] = {}
        self._types: dict[str, Any] = {}
        self._models: dict[str, type[BaseModel]] = {}

    def convert(self) -> type[BaseModel]:
        self._building["#"] = self._name
        schema = self._schema
        if "$ref" in schema:
            found = self._resolve(schema["$ref"])
        else:
            for name in self._definitions:
                self._resolve(f"#/$defs/{name}")
            found = self._model(self._flattened(schema), self._name)
        if not (isinstance(found, type) and issubclass(found, BaseModel)):
            raise SchemaConversionError(f"the schema of {self._name!r} is not one of an object")
        namespace: dict[str, Any] = dict(self._models)
        for model in (*self._models.values(), found):
            has_title = "title" in model.model_config
            model.model_rebuild(force=has_title, _types_namespace=namespace)
        return found

    def _type(self, schema: Schema, name: str) -> Any:
        if "$ref" in schema:
            return self._resolve(schema["$ref"])
        if "allOf" in schema:
            return self._all_of(schema, name)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                return self._union(schema, schema[keyword], name)
        if "const" in schema:
            return Literal[schema["const"]]
        if "enum" in schema:
            return Literal[tuple(schema["enum"])]
        kind = schema.get("type")
        if isinstance(kind, list):
            kinds = cast("list[str]", kind)
            return self._union({}, [{**schema, "type": item} for item in kinds], name)
        if kind == "array":
            return self._array(schema, name)
        if kind == "object" or (kind is None and "properties" in schema):
            return self._object(schema, name)
        return simple_type(kind, schema)

    def _object(self, schema: Schema, name: str) -> Any:
        if schema.get("properties"):
            return self._model(schema, name)
        values = schema.get("additionalProperties")
        if isinstance(values, dict) and values:
            return dict[str, self._type(cast("Schema", values), f"{name}_value")]
        return dict[str, Any]

    def _array(self, schema: Schema, name: str) -> Any:
        items: Schema | None = schema.get("items")
        if not items:
            found: Any = str
        elif "properties" in items:
            text = json.dumps(items, sort_keys=True, default=str)
            digest = hashlib.sha256(text.encode()).hexdigest()[:8]
            found = self._model(items, f"{name}_{digest}")
        else:
            found = self._type(items, f"{name}_item")
        return constrained(list[found], "array", schema)

    def _union(self, schema: Schema, members: list[Schema], name: str) -> Any:
        types = [
            self._type(member, name if len(members) == 1 else f"{name}_{number}")
            for number, member in enumerate(members, start=1)
        ]
        found = _joined(types)
        discriminator: Any = schema.get("discriminator")
        field = (
            cast("Schema", discriminator).get("propertyName")
            if isinstance(discriminator, dict)
            else None
        )
        if isinstance(field, str) and all(_has_literal(item, field) for item in types):
            return Annotated[found, Discriminator(field)]
        return found

    def _all_of(self, schema: Schema, name: str) -> Any:
        parts: list[Schema] = schema["allOf"]
        beside = set(schema) - {"allOf", "title", "description", "default"}
        if len(parts) == 1 and not beside:
            return self._type(parts[0], name)
        return self._type(self._flattened(schema), name)

    def _flattened(self, schema: Schema) -> Schema:
        """Return a schema in which the parts of `allOf` are one."""
        if "allOf" not in schema:
            return schema
        merged: Schema = {"type": "object"}
        properties: Schema = {}
        required: list[str] = []
        own = {key: value for key, value in schema.items() if key != "allOf"}
        for part in [*schema["allOf"], own]:
            flat = self._flattened(self._definition(part["$ref"]) if "$ref" in part else part)
            properties.update(flat.get("properties", {}))
            required += flat.get("required", [])
            merged.update(flat)
        if properties:
            merged["properties"] = properties
            merged["required"] = list(dict.fromkeys(required))
        return merged

    def _definition(self, ref: str) -> Schema:
        name = ref.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        if not ref.startswith("#/") or name not in self._definitions:
            raise ReferenceNotFoundError(f"Reference {ref!r} not found in the schema")
        return self._definitions[name]

    def _resolve(self, ref: str) -> Any:
        if ref in self._types:
            return self._types[ref]
        if ref in self._building:
            return ForwardRef(self._building[ref])
        definition = self._definition(ref)
        name = _identifier(ref.rpartition("/")[2])
        self._building[ref] = name
        found = self._type(definition, name)
        del self._building[ref]
        self._types[ref] = found
        return found

    def _model(self, schema: Schema, name: str) -> type[BaseModel]:
        if not isinstance(schema.get("properties", {}), dict):
            raise SchemaConversionError(f"the properties of {name!r} are not an object")
        required = set(schema.get("required", []))
        fields: dict[str, Any] = {}
        for key, item in cast("dict[str, Schema]", schema.get("properties", {})).items():
            inner, alias = _field_name(key)
            fields[inner] = self._field(item, f"{name}_{inner}", alias, is_required=key in required)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*shadows an attribute")
            model = create_model(
                _identifier(name), __base__=_Model, __doc__=schema.get("description"), **fields
            )
        if schema.get("title"):
            model.model_config["title"] = schema["title"]
        self._models[model.__name__] = model
        return model

    def _field(self, schema: Schema, name: str, alias: str | None, *, is_required: bool) -> Any:
        found = self._type(schema, name)
        facts: dict[str, Any] = {
            key: schema[key] for key in ("title", "description") if schema.get(key)
        }
        if alias:
            facts["alias"] = alias
        if "default" in schema:
            return found, Field(schema["default"], **facts)
        if is_required:
            return found, Field(..., **facts)
        return _joined([found, type(None)]), Field(None, **facts)


def _joined(types: list[Any]) -> Any:
    if len(types) == 1:
        return types[0]
    return Union[tuple(types)]  # noqa: UP007 - made at run time


def _has_literal(found: Any, field: str) -> bool:
    if not (isinstance(found, type) and issubclass(found, BaseModel)):
        return False
    info = found.model_fields.get(field)
    return info is not None and get_origin(info.annotation) is Literal


def _field_name(key: str) -> tuple[str, str | None]:
    """Return a name that pydantic takes, and the key if that is another one."""
    name = re.sub(r"\W", "_", key).lstrip("_")
    if not name.isidentifier() or (name.startswith("model_") and hasattr(BaseModel, name)):
        name = f"field_{name}"
    return name, None if name == key else key


def _identifier(name: str) -> str:
    return re.sub(r"\W", "_", name)
