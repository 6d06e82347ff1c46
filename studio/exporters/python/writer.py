"""Turns components into constructor calls and the statements that lead up to them."""

import json
from collections.abc import Callable
from typing import Any, Final

from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.kinds import class_name, class_of, is_component, kind_of, label_of, name_of
from studio.domain.slots import walk
from studio.domain.team_edges import participants
from studio.exporters.exceptions import ExportError
from studio.exporters.python.code import Call, Code, Items, Joined, Raw, statement
from studio.exporters.python.functions import Functions
from studio.exporters.python.graphs import builder_lines
from studio.exporters.python.imports import Flavour, Imports, module_in
from studio.exporters.python.names import Names
from studio.exporters.python.signatures import OURS_ALONE, SIGNATURES, STARTED_FIRST, Signature
from studio.exporters.python.special import Special
from studio.exporters.python.values import PROSE, Values

_RESERVED: Final = (
    "asyncio os sys key main build_team build_agent build_component Console CreateResult "
    "RequestUsage FunctionCall Handoff MemoryContent MessageFilterConfig PerSourceFilter "
    "DiGraph DiGraphBuilder ComponentLoader StdioServerParams SseServerParams "
    "StreamableHttpServerParams OrTerminationCondition AndTerminationCondition FunctionTool"
)


class Writer:
    """Writes the body of the function that builds one component."""

    def __init__(self, flavour: Flavour) -> None:
        self.flavour: Flavour = flavour
        self.names = Names()
        for name in [*_RESERVED.split(), *SIGNATURES]:
            self.names.reserve(name)
        self.imports = Imports(self.names, flavour)
        self.functions = Functions(self.names, self.imports, flavour)
        self.values = Values("key")
        self.lines: list[str] = []
        self.executors: list[tuple[str, Code]] = []
        self._special = Special(self.imports, self.values, flavour)
        self._owner = ""
        self._shared: dict[str, str] = {}
        self._variables: dict[int, str] = {}

    def prepare(self, component: JsonDict) -> None:
        """Take over all functions first, so that they keep their names."""
        for _, item in walk(component):
            if class_of(item) == "FunctionTool":
                self.functions.add(item)

    def build(self, component: JsonDict) -> Code:
        """Return a component as an expression; what it needs stands in `lines` before it."""
        kind = class_of(component)
        if kind == "FunctionTool":
            return self.functions.tool(component) or self._loaded(component)
        if kind in {"OrTerminationCondition", "AndTerminationCondition"}:
            return self._condition(component)
        signature = SIGNATURES.get(kind)
        if signature is None or not _is_writable(component, signature):
            return self._loaded(component)
        return Call(self.class_in(component), self._arguments(component, signature))

    def class_in(self, component: JsonDict) -> str:
        """Import the class of a component and return its name."""
        provider = as_text(component.get("provider"))
        name = class_name(provider)
        module = provider.rpartition(".")[0] or "autogen_ext.models.openai"
        target = module_in(self.flavour, module)
        if self.flavour == "autogen" and target.startswith("studio."):
            raise ExportError(
                f"{provider!r} exists only in Studio, not in AutoGen",
                hint="Export it as Python for Studio.",
            )
        return self.imports.member(target, name)

    def reference(self, component: JsonDict) -> Code:
        """Return a component as it stands inside another one: by its variable or in place."""
        make = _PLACES.get(kind_of(component))
        return make(self, component) if make is not None else self.build(component)

    def _variable(self, component: JsonDict, wanted: str) -> Code:
        code = self.build(component)
        variable = self.names.claim(wanted)
        self.lines.append(statement(variable, code, 4))
        self._variables[id(component)] = variable
        return Raw(variable)

    def agent(self, component: JsonDict) -> Code:
        """Write an agent as a variable of its own name."""
        outer, self._owner = self._owner, name_of(component) or "agent"
        code = self._variable(component, self._owner)
        self._owner = outer
        return code

    def team(self, component: JsonDict) -> Code:
        """Write an inner team as a variable."""
        name = as_text(as_dict(component.get("config")).get("name"))
        return self._variable(component, name or label_of(component).lower() or "inner_team")

    def model(self, component: JsonDict) -> Code:
        """Write a model as a variable; agents with equal settings share one."""
        if class_of(component) == "ReplayChatCompletionClient":
            return self._variable(component, f"{self._owner}_answers".lstrip("_"))
        key = json.dumps(component, sort_keys=True)
        if key not in self._shared:
            code = self.build(component)
            wanted = as_text(as_dict(component.get("config")).get("model")).lower()
            self._shared[key] = self.names.claim(wanted or "model_client")
            self.lines.append(statement(self._shared[key], code, 4))
        return Raw(self._shared[key])

    def executor(self, component: JsonDict) -> Code:
        """Make an executor a parameter: it is started before the team is built."""
        if class_of(component) not in STARTED_FIRST:
            return self.build(component)
        variable = self.names.claim("executor")
        self.executors.append((variable, self.build(component)))
        return Raw(variable)

    def _arguments(self, component: JsonDict, signature: Signature) -> list[tuple[str, Code]]:
        config = self._config(component)
        arguments: list[tuple[str, Code]] = []
        for index, field in enumerate(signature.fields):
            value = config.get(field)
            if value is None:
                if field in signature.nulls:
                    arguments.append((field, Raw("None")))
                continue
            if field in signature.defaults and value == signature.defaults[field]:
                continue
            if field in OURS_ALONE and self.flavour == "autogen":
                continue
            if field == "model_context" and _is_default_context(as_dict(value)):
                continue
            name = "" if index < signature.positional else field
            arguments.append((name, self._value(component, field, value)))
        return arguments

    def _config(self, component: JsonDict) -> JsonDict:
        """Return the config, a lone tool set of an agent taken apart into tools."""
        config = as_dict(component.get("config"))
        benches = config.get("workbench")
        items = as_list(benches)
        bench = as_dict(items[0] if len(items) == 1 else benches)
        inner = as_dict(bench.get("config"))
        plain = class_of(bench) in {"StaticWorkbench", "StaticStreamWorkbench"}
        if plain and not inner.get("tool_overrides") and not config.get("tools"):
            return {**config, "workbench": None, "tools": inner.get("tools")}
        return config

    def _value(self, component: JsonDict, field: str, value: Any) -> Code:
        special = self._special.value(class_of(component), field, value)
        if special is not None:
            return special
        if field == "graph":
            return self._graph(component, as_dict(value))
        if is_component(value):
            return self.reference(as_dict(value))
        items = as_list(value)
        if items and all(is_component(item) for item in items):
            return Items([self.reference(item) for item in as_dicts(items)])
        return self.values.of(value, prose=field in PROSE)

    def _graph(self, team: JsonDict, graph: JsonDict) -> Code:
        teams = module_in(self.flavour, "autogen_agentchat.teams")
        variable = self.names.claim("graph")
        agents = {
            name_of(item): self._variables[id(item)]
            for item in participants(team)
            if id(item) in self._variables
        }
        lines = builder_lines(team, graph, variable, agents)
        if lines is None:
            self.imports.member(teams, "DiGraph")
            return Call("DiGraph.model_validate", [("", self.values.of(graph, prose=True))])
        self.imports.member(teams, "DiGraphBuilder")
        self.lines += [f"    {variable} = DiGraphBuilder()", *(f"    {line}" for line in lines)]
        return Raw(f"{variable}.build()")

    def _condition(self, component: JsonDict) -> Code:
        parts = as_dicts(as_dict(component.get("config")).get("conditions"))
        codes = [self.build(part) for part in parts]
        if len(codes) == 2:
            return Joined("|" if class_of(component).startswith("Or") else "&", codes)
        return Call(self.class_in(component), [("", code) for code in codes])

    def _loaded(self, component: JsonDict) -> Code:
        loader = self.imports.member(module_in(self.flavour, "autogen_core"), "ComponentLoader")
        return Call(f"{loader}.load_component", [("", self.values.of(component))])


def _termination(writer: Writer, component: JsonDict) -> Code:
    code = writer.build(component)
    variable = writer.names.claim("termination")
    writer.lines.append(statement(variable, code, 4))
    return Raw(variable)


_PLACES: Final[dict[str, Callable[[Writer, JsonDict], Code]]] = {
    "agent": Writer.agent,
    "team": Writer.team,
    "model": Writer.model,
    "code_executor": Writer.executor,
    "termination": _termination,
}


def _is_default_context(context: JsonDict) -> bool:
    told = {key for key, value in as_dict(context.get("config")).items() if value is not None}
    return class_of(context) == "UnboundedChatCompletionContext" and not told


def _is_writable(component: JsonDict, signature: Signature) -> bool:
    config = as_dict(component.get("config"))
    for field, value in config.items():
        if value is None or field == "type":
            continue
        default = signature.defaults.get(field)
        if field not in signature.fields or (field in signature.unwritable and value != default):
            return False
    return Special.is_writable(class_of(component), config)
