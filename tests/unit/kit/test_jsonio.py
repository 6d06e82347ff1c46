"""Documents are read strictly and safely."""

import pytest

from studio._kit.jsonio import DocumentError, dump_json, load_document, load_json


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        (b'\xef\xbb\xbf{"a": "\xc3\xbc"}', {"a": "ü"}),
        ("\ufeff[1]", [1]),
        ("a: 1\nb: [x, true, null]\n", {"a": 1, "b": ["x", True, None]}),
        ("when: 2024-01-02\n", {"when": "2024-01-02"}),
        ("a: &x {b: 1}\nc: *x\n", {"a": {"b": 1}, "c": {"b": 1}}),
    ],
)
def test_json_and_yaml_are_read_as_plain_data(text: str | bytes, value: object) -> None:
    assert load_document(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "  \n", b"\xff", "{", '{"a": NaN}', '{"a": Infinity}', "a: [", "a: b: c",
        "!!python/object/apply:os.system ['true']", "a: &a [*a]", "[" * 5000,
        '{"a":' * 300 + "1" + "}" * 300,
    ],
)  # fmt: skip
def test_everything_else_is_refused(text: str | bytes) -> None:
    with pytest.raises(DocumentError):
        load_document(text)


def test_the_place_of_a_mistake_is_named() -> None:
    with pytest.raises(DocumentError) as caught:
        load_json('{\n "a": 1,\n}')

    assert (caught.value.line, caught.value.column) == (3, 1)


def test_text_is_written_compactly_and_legibly() -> None:
    assert dump_json({"ü": [1, None]}) == '{"ü":[1,null]}'
