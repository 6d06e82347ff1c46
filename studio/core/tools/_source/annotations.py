"""Turns the annotations of a source text into types, by name and never by evaluation."""

import ast
import types
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin
from uuid import UUID

from pydantic import Field
from pydantic.fields import FieldInfo

_KNOWN: dict[str, Any] = {
    **{kind.__name__: kind for kind in (int, str, float, bool, bytes, list, dict, tuple, set)},
    **{kind.__name__: kind for kind in (date, datetime, time, timedelta, Decimal, UUID, Path)},
    "frozenset": frozenset,
    "object": Any,
    "Any": Any,
    "Text": str,
    "NoneType": type(None),
    "List": list,
    "Dict": dict,
    "Tuple": tuple,
    "Set": set,
    "FrozenSet": frozenset,
    "Sequence": Sequence,
    "MutableSequence": list,
    "Iterable": list,
    "Collection": list,
    "Mapping": Mapping,
    "MutableMapping": dict,
    "CancellationToken": Any,
}
_PLAIN = (Any, int, str, float, bool, type(None), list, dict, Sequence, Mapping)
_PLAIN_ORIGINS = frozenset({list, Sequence, types.UnionType, get_origin(Literal[1] | None)})
_FIELD_ARGUMENTS = frozenset({
    "default", "description", "title", "examples", "alias",
    "gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern",
})  # fmt: skip
_FACTORIES: dict[str, Callable[[], Any]] = {"list": list, "dict": dict, "set": set, "tuple": tuple}


class _Loose:
    """Marks a type that could not be read, so that any value is let through."""


LOOSE: Any = Annotated[Any, _Loose()]
"""Stands for a type that cannot be known without running the source."""

ClassLookup = Callable[[str], Any]
"""Returns the type of a class defined in the source, or `None`."""


def read_annotation(node: ast.expr | None, find_class: ClassLookup) -> Any:
    """Return the type that an annotation means; `LOOSE` for one that cannot be known."""
    match node:
        case None:
            return Any
        case ast.Constant(value=None):
            return type(None)
        case ast.Constant(value=str() as text):
            return _read_text(text, find_class)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            found = find_class(name)
            return _KNOWN.get(name, LOOSE) if found is None else found
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _union([read_annotation(left, find_class), read_annotation(right, find_class)])
        case ast.Subscript(value=value, slice=inner):
            return _read_subscript(_last_name(value), _items(inner), find_class)
        case _:
            return LOOSE


def read_field(call: ast.Call) -> FieldInfo:
    """Return a pydantic `Field(...)` with those of its arguments that are literals."""
    arguments: dict[str, Any] = {}
    if call.args:
        arguments["default"] = literal(call.args[0])
    for keyword in call.keywords:
        if keyword.arg == "default_factory":
            arguments["default_factory"] = _FACTORIES.get(_last_name(keyword.value), lambda: None)
        elif keyword.arg in _FIELD_ARGUMENTS:
            arguments[keyword.arg] = literal(keyword.value)
    unread = [name for name, value in arguments.items() if isinstance(value, Unread)]
    for name in unread:
        del arguments[name]
        if name == "default":
            arguments["default_factory"] = lambda: None
    return Field(**arguments)


class Unread:
    """A default that is no literal; only the function itself knows it."""


def literal(node: ast.expr) -> Any:
    """Return the value of a literal, or an `Unread`."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return Unread()


def is_plain(annotation: Any) -> bool:
    """Say whether JSON values are already what the annotation asks for."""
    if any(annotation is plain for plain in _PLAIN):
        return True
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        if any(isinstance(item, _Loose) for item in arguments[1:]):
            return False
        return is_plain(arguments[0])
    if origin is Literal:
        return True
    if origin in {dict, Mapping}:
        return (arguments[0] is str or arguments[0] is Any) and is_plain(arguments[1])
    if origin in _PLAIN_ORIGINS:
        return all(is_plain(item) for item in arguments)
    return False


def is_call_of(node: ast.expr | None, name: str) -> bool:
    """Say whether a node calls the function of that name."""
    return isinstance(node, ast.Call) and _last_name(node.func) == name


def _read_text(text: str, find_class: ClassLookup) -> Any:
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return LOOSE
    return read_annotation(node, find_class)


def _read_subscript(name: str, items: list[ast.expr], find_class: ClassLookup) -> Any:
    if name == "Literal":
        values = [literal(item) for item in items]
        if any(isinstance(value, Unread) for value in values):
            return LOOSE
        return Literal[tuple(values)]
    if name == "Annotated":
        return _read_annotated(items, find_class)
    arguments = [_read_argument(item, find_class) for item in items]
    if name == "Optional":
        return _union([arguments[0], type(None)])
    if name == "Union":
        return _union(arguments)
    if name in {"Required", "NotRequired", "Final", "ClassVar"}:
        return arguments[0]
    base = _KNOWN.get(name)
    try:
        return LOOSE if base is None else base[tuple(arguments)]
    except TypeError:
        return LOOSE


def _read_argument(item: ast.expr, find_class: ClassLookup) -> Any:
    if isinstance(item, ast.Constant) and item.value is Ellipsis:
        return ...
    return read_annotation(item, find_class)


def _read_annotated(items: list[ast.expr], find_class: ClassLookup) -> Any:
    found = read_annotation(items[0], find_class)
    for item in items[1:]:
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            found = Annotated[found, item.value]
        elif isinstance(item, ast.Call) and is_call_of(item, "Field"):
            found = Annotated[found, read_field(item)]
    return found


def _union(members: list[Any]) -> Any:
    found = members[0]
    for member in members[1:]:
        try:
            found |= member
        except TypeError:
            return LOOSE
    return found


def _items(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
