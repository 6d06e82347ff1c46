"""Fields whose JSON becomes objects of their own: hand-offs, recorded answers, servers."""

from typing import Any, Final

from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.references import handoff_tool_name
from studio.exporters.python.code import Call, Code, Items, Text
from studio.exporters.python.imports import Flavour, Imports, module_in
from studio.exporters.python.values import Values

_SERVERS: Final = frozenset({"StdioServerParams", "SseServerParams", "StreamableHttpServerParams"})
_RESULT: Final = ("finish_reason", "content", "usage", "cached", "thought")


class Special:
    """Writes the fields that need more than plain values."""

    def __init__(self, imports: Imports, values: Values, flavour: Flavour) -> None:
        self._imports = imports
        self._values = values
        self._flavour: Flavour = flavour

    @staticmethod
    def is_writable(class_name: str, config: JsonDict) -> bool:
        """Tell whether the special fields of a config have the shape we know."""
        if class_name == "ListMemory":
            return all(
                isinstance(item.get("content"), str)
                for item in as_dicts(config.get("memory_contents"))
            )
        if class_name == "McpWorkbench":
            return as_text(as_dict(config.get("server_params")).get("type")) in _SERVERS
        if class_name == "ReplayChatCompletionClient":
            answers = as_list(config.get("chat_completions"))
            return all(isinstance(item, str) or _is_result(as_dict(item)) for item in answers)
        return True

    def value(self, class_name: str, field: str, value: Any) -> Code | None:
        """Return a special field as Python, `None` for any other field."""
        match (class_name, field):
            case (_, "handoffs"):
                return Items([self._handoff(item) for item in as_list(value)])
            case ("ReplayChatCompletionClient", "chat_completions"):
                return Items([self._answer(item) for item in as_list(value)])
            case ("ListMemory", "memory_contents"):
                return Items([self._content(item) for item in as_dicts(value)])
            case ("MessageFilterAgent", "filter"):
                return self._filter(as_dict(value))
            case ("McpWorkbench", "server_params"):
                return self._server(as_dict(value))
            case _:
                return None

    def _make(self, module: str, name: str, fields: JsonDict) -> Code:
        self._imports.member(module_in(self._flavour, module), name)
        values = [(key, self._values.of(value)) for key, value in fields.items()]
        return Call(name, values)

    def _handoff(self, handoff: Any) -> Code:
        if isinstance(handoff, str):
            return Text(handoff)
        fields = as_dict(handoff)
        target = as_text(fields.get("target"))
        defaults = {
            "name": handoff_tool_name(target),
            "description": f"Handoff to {target}.",
            "message": f"Transferred to {target}, adopting the role of {target} immediately.",
        }
        told = {key: value for key, value in fields.items() if value and value != defaults.get(key)}
        self._imports.member(module_in(self._flavour, "autogen_agentchat.base"), "Handoff")
        return Call(
            "Handoff", [(key, self._values.of(value, prose=True)) for key, value in told.items()]
        )

    def _answer(self, answer: Any) -> Code:
        if isinstance(answer, str):
            return Text(answer)
        fields = as_dict(answer)
        models = module_in(self._flavour, "autogen_core.models")
        self._imports.member(models, "CreateResult")
        content = fields.get("content")
        parts: dict[str, Code] = {
            "finish_reason": Text(as_text(fields.get("finish_reason"))),
            "content": Text(content)
            if isinstance(content, str)
            else Items(
                [self._make("autogen_core", "FunctionCall", item) for item in as_dicts(content)]
            ),
            "usage": self._make(
                "autogen_core.models", "RequestUsage", as_dict(fields.get("usage"))
            ),
            "cached": self._values.of(bool(fields.get("cached"))),
        }
        if fields.get("thought"):
            parts["thought"] = Text(as_text(fields["thought"]))
        return Call("CreateResult", list(parts.items()))

    def _content(self, content: JsonDict) -> Code:
        fields = {key: value for key, value in content.items() if value is not None}
        self._imports.member(module_in(self._flavour, "autogen_core.memory"), "MemoryContent")
        return Call(
            "MemoryContent",
            [(key, self._values.of(value, prose=True)) for key, value in fields.items()],
        )

    def _filter(self, value: JsonDict) -> Code:
        agents = "autogen_agentchat.agents"
        self._imports.member(module_in(self._flavour, agents), "MessageFilterConfig")
        sources = [
            self._make(agents, "PerSourceFilter", {k: v for k, v in item.items() if v is not None})
            for item in as_dicts(value.get("per_source"))
        ]
        return Call("MessageFilterConfig", [("per_source", Items(sources))])

    def _server(self, server: JsonDict) -> Code:
        fields = {
            key: value
            for key, value in server.items()
            if key != "type" and value not in (None, {}, [])
        }
        return self._make("autogen_ext.tools.mcp", as_text(server.get("type")), fields)


def _is_result(fields: JsonDict) -> bool:
    content = fields.get("content")
    told = {key for key, value in fields.items() if value is not None}
    calls = isinstance(content, list) and all(
        set(item) == {"id", "name", "arguments"} for item in as_dicts(content)
    )
    return told <= set(_RESULT) and (isinstance(content, str) or calls)
