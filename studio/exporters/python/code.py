"""A little tree of Python expressions that prints itself within a hundred columns."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 100

_WORD: Final = re.compile(r"[^ ]+ *| +")


@dataclass(frozen=True)
class Raw:
    """Python that is never broken."""

    text: str


@dataclass(frozen=True)
class Text:
    """A string; long ones and those of several lines become pieces, one below the other."""

    value: str


@dataclass(frozen=True)
class Items:
    """A list."""

    items: Sequence["Code"]


@dataclass(frozen=True)
class Mapping:
    """A dict with texts as keys."""

    items: Sequence[tuple[str, "Code"]]


@dataclass(frozen=True)
class Call:
    """A call; arguments without a name come first."""

    function: str
    arguments: Sequence[tuple[str, "Code"]]


@dataclass(frozen=True)
class Joined:
    """Expressions with an operator between them."""

    operator: str
    parts: Sequence["Code"]


Code = Raw | Text | Items | Mapping | Call | Joined


def quoted(text: str) -> str:
    """Return a string literal, in double quotes unless that needs more escapes."""
    literal = json.dumps(text, ensure_ascii=False)
    if '"' in text and "'" not in text:
        inner = literal[1:-1].replace('\\"', '"')
        return f"'{inner}'"
    return literal


def statement(target: str, code: Code, indent: int, *, between: str = " = ") -> str:
    """Return `target = code` (or another word before the code) as lines of this indentation."""
    head = " " * indent + target + between
    return head + render(code, indent, len(head))


def render(code: Code, indent: int, used: int, *, tail: int = 0) -> str:
    """Return an expression.

    Args:
        code: What to print.
        indent: Of the line it begins in.
        used: Columns taken on that line already.
        tail: Columns that must stay free behind it.
    """
    line = flat(code)
    if line is not None and used + len(line) + tail <= WIDTH:
        return line
    match code:
        case Raw(text):
            return text
        case Text(value):
            return _pieces(value, indent)
        case Items(items):
            return _block("[", [("", item) for item in items], "]", indent)
        case Mapping(items):
            return _block("{", [(f"{quoted(key)}: ", item) for key, item in items], "}", indent)
        case Call(function, arguments):
            only = arguments[0] if len(arguments) == 1 else None
            if only is not None and not only[0] and isinstance(only[1], Items | Mapping):
                inner = render(only[1], indent, used + len(function) + 1, tail=tail + 1)
                return f"{function}({inner})"
            named = [(f"{name}=" if name else "", value) for name, value in arguments]
            return _block(f"{function}(", named, ")", indent)
        case Joined(operator, parts):
            pad = " " * (indent + 4)
            used = len(pad) + len(operator) + 1
            lines = [
                text
                if (text := _grouped(part, operator, index)) and used + len(text) <= WIDTH
                else render(part, indent + 4, used)
                for index, part in enumerate(parts)
            ]
            return f"(\n{pad}{f'{chr(10)}{pad}{operator} '.join(lines)}\n{' ' * indent})"


def flat(code: Code) -> str | None:
    """Return an expression on one line, `None` for what is better read on several."""
    match code:
        case Raw(text):
            return None if "\n" in text else text
        case Text(value):
            return None if "\n" in value.rstrip("\n") else quoted(value)
        case Items(items):
            return _flat_in("[", [("", item) for item in items], "]")
        case Mapping(items):
            return _flat_in("{", [(f"{quoted(key)}: ", item) for key, item in items], "}")
        case Call(function, arguments):
            named = [(f"{name}=" if name else "", value) for name, value in arguments]
            return _flat_in(f"{function}(", named, ")")
        case Joined(operator, parts):
            texts = [_grouped(part, operator, index) for index, part in enumerate(parts)]
            return None if None in texts else f" {operator} ".join(text or "" for text in texts)


def _grouped(part: Code, operator: str, index: int) -> str | None:
    """Return a part on one line, in brackets where the order of reading would be another."""
    text = flat(part)
    inner = isinstance(part, Joined) and (part.operator != operator or index > 0)
    return f"({text})" if inner and text is not None else text


def _flat_in(start: str, items: Sequence[tuple[str, Code]], end: str) -> str | None:
    texts: list[str] = []
    for prefix, item in items:
        text = flat(item)
        if text is None:
            return None
        texts.append(prefix + text)
    return start + ", ".join(texts) + end


def _block(start: str, items: Sequence[tuple[str, Code]], end: str, indent: int) -> str:
    pad = " " * (indent + 4)
    lines = [
        f"{pad}{prefix}{render(item, indent + 4, indent + 4 + len(prefix), tail=1)},\n"
        for prefix, item in items
    ]
    return f"{start}\n{''.join(lines)}{' ' * indent}{end}"


def _pieces(text: str, indent: int) -> str:
    pad = " " * (indent + 4)
    pieces = [
        piece
        for line in text.splitlines(keepends=True)
        for piece in _wrapped(line, WIDTH - indent - 6)
    ]
    lines = "\n".join(pad + quoted(piece) for piece in pieces)
    return f"(\n{lines}\n{' ' * indent})"


def _wrapped(line: str, width: int) -> list[str]:
    """Cut a line behind spaces so that each literal fits; words longer than that stay whole."""
    pieces = [""]
    for word in _WORD.findall(line):
        if pieces[-1] and len(quoted(pieces[-1] + word)) > width:
            pieces.append(word)
        else:
            pieces[-1] += word
    return pieces
