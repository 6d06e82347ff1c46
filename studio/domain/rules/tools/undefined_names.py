"""CV406: a source that uses what it does not have."""

import builtins
import sys
from collections.abc import Iterator
from symtable import SymbolTable, symtable
from typing import Any, Final

from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene
from studio.domain.rules.tools.source_code import function_tools

_ALWAYS: Final = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
_TYPING: Final = frozenset(
    {"Annotated", "Any", "Dict", "List", "Literal", "Optional", "Tuple", "Union"}
)


def _look(scene: Scene) -> Iterator[Finding]:
    for tool, source in function_tools(scene):
        unknown = _unknown(source, _imported(tool))
        if unknown:
            yield Finding(
                tool.field("source_code"),
                f"{tool.label} uses {', '.join(unknown)} without importing it",
                fix=_import(tool, unknown),
            )


def _unknown(source: str, imported: set[str]) -> list[str]:
    try:
        top = symtable(source, "tool", "exec")
    except (SyntaxError, ValueError):
        return []
    own = {item.get_name() for item in top.get_symbols() if item.is_assigned()}
    own |= {item.get_name() for item in top.get_symbols() if item.is_imported()}
    return sorted(_used(top) - own - imported - _ALWAYS)


def _used(table: SymbolTable) -> set[str]:
    """Return the names that are looked up outside every function."""
    found = {
        item.get_name()
        for item in table.get_symbols()
        if item.is_referenced() and (item.is_global() or table.get_type() == "module")
    }
    return found.union(*(_used(child) for child in table.get_children()))


def _imported(tool: Found) -> set[str]:
    names: set[str] = set()
    for item in as_list(tool.config.get("global_imports")):
        if isinstance(item, str):
            names.add(item.partition(".")[0])
            continue
        fields: JsonDict = as_dict(item)
        names |= {_alias(part) for part in as_list(fields.get("imports"))}
        names.add(as_text(fields.get("alias")))
    return names


def _alias(part: Any) -> str:
    return as_text(part) or as_text(as_dict(part).get("alias"))


def _import(tool: Found, names: list[str]) -> list[JsonDict] | None:
    """Import what Python itself has; anything else only its author knows."""
    modules = [name for name in names if name in sys.stdlib_module_names]
    typing = [name for name in names if name in _TYPING]
    if len(modules) + len(typing) < len(names):
        return None
    more: list[Any] = [*modules, *([{"module": "typing", "imports": typing}] if typing else [])]
    held = as_list(tool.config.get("global_imports"))
    return [{"op": "set", "path": tool.field("global_imports"), "value": [*held, *more]}]


RULE = Rule(
    "CV406",
    "warning",
    "A tool that uses what it does not import",
    "Add it to the imports of the tool, or import it inside the function.",
    _look,
)
