"""Tells what trying a component does beside giving an answer, without building it."""

from typing import Final
from urllib.parse import urlsplit

from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.kinds import class_of, kind_of, label_of
from studio.domain.slots import walk

from .documents import Asks, TrialEffects

_ORDER: Final[tuple[Asks, ...]] = ("runs code", "costs money", "talks to the network")
_SILENT_KINDS: Final = frozenset({"termination", "model_context"})
"""Whatever they hold, trying them only looks at messages."""

_OWN: Final[dict[str, Asks | None]] = {
    "ReplayChatCompletionClient": None,
    "ChatCompletionCache": None,
    "LlamaCppChatCompletionClient": None,
    "FunctionTool": "runs code",
    "PythonCodeExecutionTool": None,
    "StdioMcpToolAdapter": "runs code",
    "SseMcpToolAdapter": "talks to the network",
    "StreamableHttpMcpToolAdapter": "talks to the network",
    "HttpTool": "talks to the network",
    "AgentTool": None,
    "TeamTool": None,
    "StaticWorkbench": None,
    "StaticStreamWorkbench": None,
    "ListMemory": None,
    "TextCanvasMemory": None,
    "MultimodalWebSurfer": "talks to the network",
    "OpenAIAgent": "costs money",
    "OpenAIAssistantAgent": "costs money",
    "AzureAIAgent": "costs money",
}
"""Effects of classes themselves; what they hold counts beside it."""

_OF_KIND: Final[dict[str, Asks | None]] = {
    "model": "costs money",
    "tool": "runs code",
    "code_executor": "runs code",
    "workbench": "talks to the network",
    "memory": "talks to the network",
}
_WORDS: Final[dict[Asks, str]] = {
    "runs code": "runs code on this server ({})",
    "costs money": "sends requests to a model that has to be paid for ({})",
    "talks to the network": "sends requests over the network ({})",
}
_LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})


def effects_of(component: JsonDict) -> TrialEffects:
    """Return what trying this component, with all that it holds, does."""
    if kind_of(component) in _SILENT_KINDS:
        return TrialEffects()
    named: dict[Asks, list[str]] = {}
    for _, item in walk(component):
        effect = _own_effect(item)
        if effect is not None:
            names = named.setdefault(effect, [])
            if label_of(item) not in names:
                names.append(label_of(item))
    asks: tuple[Asks, ...] = tuple(effect for effect in _ORDER if effect in named)
    parts = [_WORDS[effect].format(_listed(named[effect])) for effect in asks]
    why = f"It {' and '.join(parts)}." if parts else ""
    return TrialEffects(asks, why)


def _own_effect(component: JsonDict) -> Asks | None:
    name, kind = class_of(component), kind_of(component)
    config = as_dict(component.get("config"))
    if name == "McpWorkbench":
        params = as_dict(config.get("server_params"))
        stdio = as_text(params.get("type")).startswith("Stdio") or "command" in params
        return "runs code" if stdio else "talks to the network"
    if name in _OWN:
        return _OWN[name]
    if kind == "model" and _is_local(config, name):
        return None
    return _OF_KIND.get(kind)


def _is_local(config: JsonDict, name: str) -> bool:
    address = as_text(config.get("host") or config.get("base_url") or config.get("endpoint"))
    if not address:
        return name == "OllamaChatCompletionClient"
    host = urlsplit(address if "//" in address else f"//{address}").hostname
    return host in _LOCAL_HOSTS


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
