"""Pydantic classes from JSON schemas, and JSON from answers."""

import datetime as dt
import ipaddress
import uuid
from decimal import Decimal
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel, Field, ValidationError

from studio.core.utils import (
    FormatNotSupportedError,
    ReferenceNotFoundError,
    UnsupportedKeywordError,
    extract_json_from_str,
    schema_to_pydantic_model,
)


def model(properties: dict[str, Any], required: list[str] | None = None) -> type[BaseModel]:
    schema = {"type": "object", "properties": properties, "required": required or []}
    return schema_to_pydantic_model(schema)


def annotation(schema: dict[str, Any]) -> Any:
    return model({"x": schema}, ["x"]).model_fields["x"].annotation


def value(schema: dict[str, Any], data: Any) -> Any:
    return getattr(model({"x": schema}, ["x"]).model_validate({"x": data}), "x")  # noqa: B009


def test_the_default_name() -> None:
    assert model({}).__name__ == "GeneratedModel"
    assert schema_to_pydantic_model({"type": "object"}, "Mine").__name__ == "Mine"


@pytest.mark.parametrize(
    ("schema", "data", "expected"),
    [
        ({"type": "string"}, "a", "a"),
        ({"type": "integer"}, 1, 1),
        ({"type": "number"}, 1.5, 1.5),
        ({"type": "boolean"}, True, True),
        ({"type": "null"}, None, None),
        ({"type": "object"}, {"a": 1}, {"a": 1}),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"a": "1"}, {"a": 1}),
        ({"type": "array"}, ["a"], ["a"]),
        ({"type": "array", "items": {"type": "integer"}}, ["1"], [1]),
        ({"type": ["integer", "null"]}, None, None),
        ({"const": "c"}, "c", "c"),
        ({"enum": ["a", 2]}, 2, 2),
        ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "a", "a"),
        ({"oneOf": [{"type": "integer"}, {"type": "null"}]}, None, None),
    ],
)
def test_types(schema: dict[str, Any], data: Any, expected: Any) -> None:
    assert value(schema, data) == expected


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("uuid", "12345678-1234-5678-1234-567812345678", uuid.UUID),
        ("uuid4", "12345678-1234-4678-9234-567812345678", uuid.UUID),
        ("email", "a@example.com", str),
        ("hostname", "example.com", str),
        ("ipv4", "127.0.0.1", ipaddress.IPv4Address),
        ("ipv6", "::1", ipaddress.IPv6Address),
        ("ipv4-network", "10.0.0.0/8", ipaddress.IPv4Network),
        ("ipv6-network", "::/64", ipaddress.IPv6Network),
        ("date-time", "2020-01-02T03:04:05Z", dt.datetime),
        ("date", "2020-01-02", dt.date),
        ("time", "03:04:05", dt.time),
        ("duration", "P1D", dt.timedelta),
        ("decimal", "1.5", Decimal),
        ("byte", "a", bytes),
        ("binary", "a", bytes),
        ("password", "p", str),
        ("path", "/a", str),
        ("json", '{"a": 1}', dict),
    ],
)
def test_formats_of_strings(name: str, data: str, expected: type[Any]) -> None:
    assert isinstance(value({"type": "string", "format": name}, data), expected)


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer", "format": "int32"}, 2**31 - 1, 2**31),
        ({"type": "integer", "format": "int32"}, 1, "1"),
        ({"type": "integer", "format": "int64"}, 2**31, 2**63),
        ({"type": "number", "format": "double"}, 1.5, "x"),
        ({"type": "string", "format": "email"}, "a@b.c", "a"),
        ({"type": "string", "format": "uri"}, "https://a.b/c", "nothing"),
        ({"type": "string", "minLength": 2, "maxLength": 3}, "ab", "abcd"),
        ({"type": "string", "pattern": "^a+$"}, "aa", "b"),
        ({"type": "integer", "minimum": 2, "exclusiveMaximum": 4}, 3, 4),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 1}, 1, 0),
        ({"type": "integer", "multipleOf": 3}, 6, 7),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2}, [1], []),
        ({"enum": ["a", "b"]}, "a", "c"),
    ],
)
def test_limits(schema: dict[str, Any], good: Any, bad: Any) -> None:
    value(schema, good)
    with pytest.raises(ValidationError):
        value(schema, bad)


def test_an_enumeration_is_a_literal() -> None:
    assert annotation({"type": "string", "enum": ["a", "b"]}) == Literal["a", "b"]


def test_an_optional_field_is_none_by_default() -> None:
    field = model({"x": {"type": "integer"}}).model_fields["x"]

    assert field.annotation == int | None
    assert (field.is_required(), field.default) == (False, None)


def test_defaults_titles_and_descriptions_are_kept() -> None:
    made = schema_to_pydantic_model(
        {
            "type": "object",
            "title": "A thing",
            "description": "What it is.",
            "properties": {
                "x": {"type": "integer", "default": 3, "title": "The x", "description": "Its x."}
            },
        }
    )

    field = made.model_fields["x"]
    assert (field.default, field.title, field.description) == (3, "The x", "Its x.")
    assert made.__doc__ == "What it is."
    assert made.model_json_schema()["title"] == "A thing"


def test_nested_objects_are_named_after_their_field() -> None:
    inner = {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}
    made = schema_to_pydantic_model(
        {"type": "object", "properties": {"a": inner}, "required": ["a"]}, "Outer"
    )

    assert getattr(made.model_fields["a"].annotation, "__name__", None) == "Outer_a"
    assert made.model_validate({"a": {"b": 1}}).model_dump() == {"a": {"b": 1}}


def test_items_with_properties_become_a_model() -> None:
    item = {"type": "object", "properties": {"b": {"type": "integer"}}}
    found = annotation({"type": "array", "items": item})

    (inner,) = get_args(found)
    assert get_origin(found) is list
    assert issubclass(inner, BaseModel)


class Dog(BaseModel):
    kind: Literal["dog"]
    bark: int


class Cat(BaseModel):
    kind: Literal["cat"]
    meow: int


class Person(BaseModel):
    """Somebody."""

    name: str
    boss: "Person | None" = None
    team: "list[Person]" = []
    pet: Dog | Cat | None = Field(default=None, discriminator="kind")


def test_a_recursive_class_survives_the_round_trip() -> None:
    made = schema_to_pydantic_model(Person.model_json_schema(), "Person")
    data = {"name": "a", "boss": {"name": "b"}, "team": [{"name": "c", "team": [{"name": "d"}]}]}

    person: Any = made.model_validate(data)

    assert type(person.boss) is made
    assert person.team[0].team[0].name == "d"
    assert made.__doc__ == "Somebody."


def test_a_discriminator_chooses() -> None:
    made = schema_to_pydantic_model(Person.model_json_schema(), "Person")

    person: Any = made.model_validate({"name": "a", "pet": {"kind": "cat", "meow": 1}})

    assert type(person.pet).__name__ == "Cat"
    with pytest.raises(ValidationError) as caught:
        made.model_validate({"name": "a", "pet": {"kind": "cat", "bark": 1}})
    assert len(caught.value.errors()) == 1


def test_a_reference_to_the_whole_is_followed() -> None:
    made: Any = model({"v": {"type": "integer"}, "next": {"$ref": "#"}}, ["v"])

    assert made.model_validate({"v": 1, "next": {"v": 2}}).next.v == 2


def test_all_of_is_merged() -> None:
    made = schema_to_pydantic_model(
        {
            "allOf": [
                {"$ref": "#/$defs/A"},
                {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]},
            ],
            "properties": {"c": {"type": "string"}},
            "$defs": {
                "A": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
            },
        }
    )

    assert {name: field.is_required() for name, field in made.model_fields.items()} == {
        "a": True,
        "b": True,
        "c": False,
    }


def test_names_that_python_cannot_say_are_kept_outside() -> None:
    properties = {key: {"type": "integer"} for key in ("_a", "b-c", "copy", "model_dump", "3")}
    made = model(properties)
    data = dict.fromkeys(properties, 1)

    assert made.model_validate(data).model_dump() == data
    assert list(made.model_json_schema()["properties"]) == list(properties)


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        ({"type": "string", "format": "nope"}, FormatNotSupportedError),
        ({"type": "nope"}, UnsupportedKeywordError),
        ({}, UnsupportedKeywordError),
        ({"$ref": "#/$defs/Nope"}, ReferenceNotFoundError),
        ({"type": "array", "items": {"$ref": "http://elsewhere"}}, ReferenceNotFoundError),
    ],
)
def test_what_cannot_be_converted_is_said(schema: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        model({"x": schema})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('x\n```json\n{"a": 1}\n```\ny\n```\n{"b": 2}\n```', [{"a": 1}, {"b": 2}]),
        ('``` JSON\n{"a": 1}```', [{"a": 1}]),
    ],
)
def test_json_is_found_in_text(text: str, expected: list[Any]) -> None:
    assert extract_json_from_str(text) == expected


@pytest.mark.parametrize("text", ["no json", "```python\n{}\n```", "```json\n{\n```"])
def test_text_without_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"Expect"):
        extract_json_from_str(text)
