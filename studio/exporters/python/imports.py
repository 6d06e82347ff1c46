"""The import lines of a script."""

import sys
from typing import Any, Literal

from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.exporters.python.code import Call, Code, Raw, Text, flat, quoted
from studio.exporters.python.names import Names

Flavour = Literal["studio", "autogen"]

_IMPORTS_MODULE = "autogen_core.code_executor"
_PEERS = ("core", "agentchat", "ext")


def module_in(flavour: Flavour, provider_module: str) -> str:
    """Return where a provider's module is found in a flavour.

    Example:
        >>> module_in("studio", "autogen_agentchat.teams")
        'studio.agentchat.teams'
    """
    for peer in _PEERS:
        names = (f"autogen_{peer}", f"studio.{peer}")
        for name in names:
            if provider_module == name or provider_module.startswith(name + "."):
                target = names[0] if flavour == "autogen" else names[1]
                return target + provider_module.removeprefix(name)
    return provider_module


class Imports:
    """Collects imports; `lines` writes them sorted, the standard library first."""

    def __init__(self, names: Names, flavour: Flavour) -> None:
        self._names = names
        self._flavour: Flavour = flavour
        self._modules: set[str] = set()
        self._members: dict[str, set[str]] = {}

    def module(self, name: str) -> None:
        """Import a module as it is."""
        self._modules.add(name)
        self._names.reserve(name.rpartition(" ")[2].partition(".")[0])

    def member(self, module: str, name: str) -> str:
        """Import a name from a module; return it."""
        self._members.setdefault(module, set()).add(name)
        self._names.reserve(name.rpartition(" ")[2])
        return name

    def from_json(self, entry: Any) -> Code:
        """Take over a global import of a function tool; return it as the tool is given it."""
        if isinstance(entry, str):
            self.module(entry)
            return Text(entry)
        fields = as_dict(entry)
        module = as_text(fields.get("module"))
        if not module:
            self.module(f"{fields.get('name')} as {fields.get('alias')}")
            return self._alias(fields)
        names: list[str] = []
        for item in as_list(fields.get("imports")):
            alias = as_dict(item)
            told = f"{alias.get('name')} as {alias.get('alias')}" if alias else str(item)
            self.member(module, told)
            names.append(flat(self._alias(alias)) or "" if alias else quoted(told))
        tail = "," if len(names) == 1 else ""
        self.member(module_in(self._flavour, _IMPORTS_MODULE), "ImportFromModule")
        return Call(
            "ImportFromModule", [("", Text(module)), ("", Raw(f"({', '.join(names)}{tail})"))]
        )

    def _alias(self, fields: JsonDict) -> Code:
        self.member(module_in(self._flavour, _IMPORTS_MODULE), "Alias")
        told = [as_text(fields.get("name")), as_text(fields.get("alias"))]
        return Call("Alias", [("", Text(text)) for text in told])

    def lines(self) -> list[str]:
        """Return the import block."""
        groups: dict[int, list[str]] = {}
        for name in sorted(self._modules):
            groups.setdefault(_group(name), []).append(f"import {name}")
        for module in sorted(self._members):
            groups.setdefault(_group(module), []).append(_from(module, self._members[module]))
        return "\n\n".join("\n".join(groups[key]) for key in sorted(groups)).split("\n")


def _group(module: str) -> int:
    root = module.partition(" ")[0].partition(".")[0]
    if root in sys.stdlib_module_names:
        return 0
    return 1


def _from(module: str, members: set[str]) -> str:
    names = sorted(members, key=lambda name: (not name.isupper(), name))
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= 100:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in names) + ")"
