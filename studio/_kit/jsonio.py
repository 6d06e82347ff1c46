"""JSON and YAML texts, read with an error that names the place, written compactly."""

import json
from typing import Any, cast

import yaml

from .errors import StudioError

_MAX_DEPTH = 200
_MAX_NODES = 2_000_000


class DocumentError(StudioError, ValueError):
    """A text is not the JSON or YAML it should be; `line` and `column` start at 1."""

    code = "document.syntax"

    def __init__(
        self, message: str, *, line: int | None = None, column: int | None = None, hint: str = ""
    ) -> None:
        place = f" at line {line}, column {column}" if line is not None else ""
        super().__init__(
            f"{message}{place}",
            hint=hint or "Mend the text at that place and try again.",
            details={"line": line, "column": column},
        )
        self.line = line
        self.column = column


def dump_json(value: Any, *, indent: int | None = None) -> str:
    """Return `value` as JSON text, compact unless an `indent` is given; letters stay letters."""
    separators = (",", ":") if indent is None else None
    return json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)


def load_json(text: str | bytes) -> Any:
    """Parse strict JSON.

    Raises:
        DocumentError: The text is not JSON.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise DocumentError(
            f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}",
            line=error.lineno,
            column=error.colno,
        ) from error
    except UnicodeDecodeError as error:
        raise DocumentError(
            "this is not text in UTF-8", hint="Save the file as UTF-8 and try again."
        ) from error
    except RecursionError as error:
        raise DocumentError(
            "this JSON is nested too deeply", hint=f"At most {_MAX_DEPTH} levels are read."
        ) from error
    _check_extent(value)
    return value


def load_document(text: str | bytes) -> Any:
    """Parse JSON, or YAML if it does not look like JSON; nothing but plain data comes out.

    Raises:
        DocumentError: The text is neither, or far larger inside than outside.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DocumentError(
                "this is not text in UTF-8", hint="Save the file as UTF-8 and try again."
            ) from error
    stripped = text.lstrip("\ufeff \t\r\n")
    if not stripped:
        raise DocumentError("the text is empty", hint="Give a JSON or YAML document.")
    return load_json(text) if stripped[0] in '{["' else _load_yaml(text)


def _load_yaml(text: str) -> Any:
    try:
        value = yaml.load(text, Loader=_PlainLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise DocumentError(
            f"this is neither JSON nor YAML: {error.problem}",
            line=mark.line + 1 if mark else None,
            column=mark.column + 1 if mark else None,
        ) from error
    except (yaml.YAMLError, ValueError) as error:
        raise DocumentError(f"this is neither JSON nor YAML: {error}") from error
    except RecursionError as error:
        raise DocumentError(
            "this YAML is nested too deeply", hint=f"At most {_MAX_DEPTH} levels are read."
        ) from error
    _check_extent(value)
    return value


class _PlainLoader(yaml.SafeLoader):
    """YAML as JSON has it: dates stay text."""


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _check_extent(value: Any) -> None:
    stack: list[tuple[Any, int]] = [(value, 0)]
    seen = 0
    while stack:
        item, depth = stack.pop()
        seen += 1
        if depth > _MAX_DEPTH or seen > _MAX_NODES:
            raise DocumentError(
                "this document is too large inside",
                hint=f"At most {_MAX_DEPTH} levels and {_MAX_NODES} values are read.",
            )
        if isinstance(item, dict):
            stack.extend((child, depth + 1) for child in cast("dict[Any, Any]", item).values())
        elif isinstance(item, list):
            stack.extend((child, depth + 1) for child in cast("list[Any]", item))


def _refuse_constant(name: str) -> Any:
    raise DocumentError(f"{name} is not a JSON number", hint="Use null or a number.")
