"""Rebuilds the data classes of a source text from their fields, without running it."""

import ast
from enum import Enum
from typing import Any

from pydantic import BaseModel, create_model
from pydantic.errors import PydanticUserError

from studio.core.tools._source.annotations import (
    LOOSE,
    Unread,
    is_call_of,
    literal,
    read_annotation,
    read_field,
)

_DATA_BASES = frozenset({"BaseModel", "TypedDict", "NamedTuple"})
_ENUM_BASES = frozenset({"Enum", "StrEnum", "IntEnum"})


class SourceClasses:
    """Finds the types that stand for the classes of a source text, by name.

    Pydantic models, dataclasses and typed dictionaries become pydantic models with the same fields,
    enumerations become enumerations; of any other class only the name is known.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._nodes: dict[str, ast.ClassDef] = {
            node.name: node for node in tree.body if isinstance(node, ast.ClassDef)
        }
        self._found: dict[str, Any] = {}

    def find(self, name: str) -> Any:
        """Return the type of that name, or `None` when the source defines no such class."""
        if name in self._found:
            return self._found[name]
        node = self._nodes.get(name)
        if node is None:
            return None
        # Whoever asks again while the class is being built refers to a class inside itself.
        self._found[name] = LOOSE
        try:
            self._found[name] = self._build(node)
        except (PydanticUserError, TypeError, ValueError, NameError):
            self._found[name] = LOOSE
        return self._found[name]

    def _build(self, node: ast.ClassDef) -> Any:
        bases = [base.id if isinstance(base, ast.Name) else "" for base in node.bases]
        bases += [base.attr for base in node.bases if isinstance(base, ast.Attribute)]
        parents = [found for base in bases if _is_model(found := self.find(base))]
        if _ENUM_BASES.intersection(bases):
            return _enumeration(node)
        if parents or _DATA_BASES.intersection(bases) or _is_dataclass(node):
            return self._model(node, parents[0] if parents else BaseModel)
        return LOOSE

    def _model(self, node: ast.ClassDef, parent: type[BaseModel]) -> type[BaseModel]:
        fields: dict[str, Any] = {}
        for line in node.body:
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                name = line.target.id
                if not name.startswith("_") and name != "model_config":
                    fields[name] = self._field(line)
        return create_model(node.name, __base__=parent, __doc__=ast.get_docstring(node), **fields)

    def _field(self, line: ast.AnnAssign) -> Any:
        annotation = read_annotation(line.annotation, self.find)
        value = line.value
        if value is None:
            return (annotation, ...)
        if isinstance(value, ast.Call) and (
            is_call_of(value, "Field") or is_call_of(value, "field")
        ):
            return (annotation, read_field(value))
        default = literal(value)
        return (annotation | None, None) if isinstance(default, Unread) else (annotation, default)


def _enumeration(node: ast.ClassDef) -> Any:
    members: dict[str, Any] = {}
    for line in node.body:
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            value = literal(line.value)
            members[line.targets[0].id] = (
                line.targets[0].id.lower() if isinstance(value, Unread) else value
            )
    return Enum(node.name, members) if members else LOOSE


def _is_dataclass(node: ast.ClassDef) -> bool:
    return any(
        is_call_of(item, "dataclass")
        or (isinstance(item, ast.Name) and item.id == "dataclass")
        or (isinstance(item, ast.Attribute) and item.attr == "dataclass")
        for item in node.decorator_list
    )


def _is_model(found: Any) -> bool:
    return isinstance(found, type) and issubclass(found, BaseModel)
