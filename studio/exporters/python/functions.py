"""The functions of function tools, as they stand in a script."""

import ast
import re
import textwrap

from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.exporters.python.code import Call, Code, Items, Raw, Text
from studio.exporters.python.imports import Flavour, Imports, module_in
from studio.exporters.python.names import Names


class Functions:
    """Collects the functions of a team's tools; equal ones are written once."""

    def __init__(self, names: Names, imports: Imports, flavour: Flavour) -> None:
        self._names = names
        self._imports = imports
        self._flavour: Flavour = flavour
        self._written: dict[str, str] = {}
        self.sources: list[str] = []

    def add(self, tool: JsonDict) -> bool:
        """Take over the function of a tool; tell whether its source can be read."""
        source = _source(tool)
        if source in self._written:
            return True
        name = _function_name(source)
        if name is None:
            return False
        self._take_imports(tool)
        fresh = self._names.claim(name)
        self._written[source] = fresh
        self.sources.append(source if fresh == name else re.sub(rf"\b{name}\b", fresh, source))
        return True

    def tool(self, tool: JsonDict) -> Code | None:
        """Return the tool as Python, `None` when its source cannot be read."""
        source = _source(tool)
        if not self.add(tool):
            return None
        config = as_dict(tool.get("config"))
        function = self._written[source]
        core_tools = module_in(self._flavour, "autogen_core.tools")
        arguments: list[tuple[str, Code]] = [("", Raw(function))]
        if (name := as_text(config.get("name"))) and name != function:
            arguments.append(("name", Text(name)))
        arguments.append(("description", Text(as_text(config.get("description")))))
        if imports := self._take_imports(tool):
            arguments.append(("global_imports", Items(imports)))
        return Call(self._imports.member(core_tools, "FunctionTool"), arguments)

    def _take_imports(self, tool: JsonDict) -> list[Code]:
        entries = as_list(as_dict(tool.get("config")).get("global_imports"))
        return [self._imports.from_json(entry) for entry in entries]


def _source(tool: JsonDict) -> str:
    return textwrap.dedent(as_text(as_dict(tool.get("config")).get("source_code"))).strip()


def _function_name(source: str) -> str | None:
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return None
    functions = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return functions[0].name if len(functions) == 1 == len(body) else None
