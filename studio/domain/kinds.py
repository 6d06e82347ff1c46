"""Tells what a component is from its provider and component type, without importing anything."""

import re
from typing import Final, Literal, cast

from studio.domain.json_values import JsonDict, as_dict, as_text

Kind = Literal[
    "team",
    "agent",
    "model",
    "tool",
    "workbench",
    "memory",
    "termination",
    "model_context",
    "code_executor",
    "other",
]

KINDS: Final[tuple[Kind, ...]] = (
    "team",
    "agent",
    "model",
    "tool",
    "workbench",
    "memory",
    "termination",
    "model_context",
    "code_executor",
    "other",
)

TRUSTED_NAMESPACES: Final = ("studio.", "autogen_core.", "autogen_agentchat.", "autogen_ext.")
"""Providers outside these are never imported unless an administrator adds their namespace."""

_COMPONENT_TYPES: Final[dict[str, Kind]] = {
    "team": "team",
    "agent": "agent",
    "model": "model",
    "replay_chat_completion_client": "model",
    "chat_completion_cache": "model",
    "tool": "tool",
    "workbench": "workbench",
    "memory": "memory",
    "termination": "termination",
    "chat_completion_context": "model_context",
    "code_executor": "code_executor",
}

_CLASSES: Final[dict[Kind, str]] = {
    "team": "RoundRobinGroupChat SelectorGroupChat Swarm GraphFlow MagenticOneGroupChat "
    "MagenticOne",
    "agent": "AssistantAgent CodeExecutorAgent SocietyOfMindAgent UserProxyAgent "
    "MessageFilterAgent "
    "OpenAIAgent OpenAIAssistantAgent AzureAIAgent FileSurfer MultimodalWebSurfer VideoSurfer "
    "MagenticOneCoderAgent",
    "model": "OpenAIChatCompletionClient AzureOpenAIChatCompletionClient "
    "AnthropicChatCompletionClient AnthropicBedrockChatCompletionClient OllamaChatCompletionClient "
    "LlamaCppChatCompletionClient AzureAIChatCompletionClient SKChatCompletionAdapter "
    "ReplayChatCompletionClient ChatCompletionCache",
    "tool": "FunctionTool AgentTool TeamTool HttpTool PythonCodeExecutionTool StdioMcpToolAdapter "
    "SseMcpToolAdapter StreamableHttpMcpToolAdapter AzureAISearchTool BaseAzureAISearchTool "
    "LangChainToolAdapter GlobalSearchTool LocalSearchTool",
    "workbench": "StaticWorkbench StaticStreamWorkbench McpWorkbench",
    "memory": "ListMemory ChromaDBVectorMemory Mem0Memory RedisMemory TextCanvasMemory",
    "termination": "AndTerminationCondition OrTerminationCondition MaxMessageTermination "
    "TextMentionTermination StopMessageTermination TokenUsageTermination HandoffTermination "
    "TimeoutTermination ExternalTermination SourceMatchTermination TextMessageTermination "
    "FunctionCallTermination FunctionalTermination",
    "model_context": "UnboundedChatCompletionContext BufferedChatCompletionContext "
    "TokenLimitedChatCompletionContext HeadAndTailChatCompletionContext",
    "code_executor": "LocalCommandLineCodeExecutor DockerCommandLineCodeExecutor "
    "JupyterCodeExecutor DockerJupyterCodeExecutor ACADynamicSessionsCodeExecutor",
    "other": "InMemoryStore DiskCacheStore RedisStore StructuredMessageFactory AzureTokenProvider "
    "McpSessionActor McpSessionHost StdioElicitor StaticRootsProvider ChatCompletionClientSampler",
}

_KIND_OF_CLASS: Final[dict[str, Kind]] = {
    name: kind for kind, names in _CLASSES.items() for name in names.split()
}

_SHORT_NAMES: Final[dict[str, str]] = {
    "openai_chat_completion_client": "OpenAIChatCompletionClient",
    "azure_openai_chat_completion_client": "AzureOpenAIChatCompletionClient",
}

_ENDINGS: Final[tuple[tuple[str, Kind], ...]] = (
    ("GroupChat", "team"),
    ("Team", "team"),
    ("ChatCompletionClient", "model"),
    ("ChatCompletionContext", "model_context"),
    ("Workbench", "workbench"),
    ("Termination", "termination"),
    ("TerminationCondition", "termination"),
    ("CodeExecutor", "code_executor"),
    ("Memory", "memory"),
    ("Agent", "agent"),
    ("Tool", "tool"),
)

_LABELS: Final[dict[str, str]] = {
    "RoundRobinGroupChat": "Round robin",
    "SelectorGroupChat": "Selector",
    "MagenticOneGroupChat": "Magentic-One",
    "GraphFlow": "Graph flow",
    "AssistantAgent": "Assistant",
    "UserProxyAgent": "Person",
    "CodeExecutorAgent": "Code executor",
    "SocietyOfMindAgent": "Society of mind",
    "MessageFilterAgent": "Message filter",
    "MultimodalWebSurfer": "Web surfer",
    "FileSurfer": "File surfer",
    "OrTerminationCondition": "Any of",
    "AndTerminationCondition": "All of",
    "StaticWorkbench": "Tool set",
    "StaticStreamWorkbench": "Streaming tool set",
    "McpWorkbench": "MCP server",
    "ReplayChatCompletionClient": "Replay",
    "OpenAIChatCompletionClient": "OpenAI",
    "AzureOpenAIChatCompletionClient": "Azure OpenAI",
    "AnthropicChatCompletionClient": "Anthropic",
    "AnthropicBedrockChatCompletionClient": "Anthropic on Bedrock",
    "OllamaChatCompletionClient": "Ollama",
    "ChatCompletionCache": "Cached model",
    "FunctionTool": "Python function",
    "HttpTool": "HTTP request",
    "AgentTool": "Agent as a tool",
    "TeamTool": "Team as a tool",
    "PythonCodeExecutionTool": "Run Python",
    "MaxMessageTermination": "Message limit",
    "TextMentionTermination": "Text is said",
    "StopMessageTermination": "Stop message",
    "TokenUsageTermination": "Token limit",
    "HandoffTermination": "Handed over",
    "TimeoutTermination": "Time limit",
    "ExternalTermination": "Stopped from outside",
    "SourceMatchTermination": "Someone has spoken",
    "TextMessageTermination": "Text answer",
    "FunctionCallTermination": "Function has run",
    "UnboundedChatCompletionContext": "Everything said",
    "BufferedChatCompletionContext": "Last messages",
    "HeadAndTailChatCompletionContext": "First and last messages",
    "TokenLimitedChatCompletionContext": "Up to a token limit",
    "ListMemory": "List of facts",
    "MagenticOneCoderAgent": "Coder",
    "StructuredMessageFactory": "Answer format",
    "AzureTokenProvider": "Azure sign-in",
    "InMemoryStore": "In memory",
    "DiskCacheStore": "On disk",
    "RedisStore": "In Redis",
    "McpSessionHost": "What the server may ask",
    "ChatCompletionClientSampler": "Answers from a model",
    "StdioElicitor": "Answers from the terminal",
    "StaticRootsProvider": "Folders it may see",
    "LocalCommandLineCodeExecutor": "On this machine",
    "DockerCommandLineCodeExecutor": "In Docker",
    "JupyterCodeExecutor": "In Jupyter",
    "DockerJupyterCodeExecutor": "In Jupyter in Docker",
    "ACADynamicSessionsCodeExecutor": "In Azure sessions",
    "Swarm": "Swarm",
    "OpenAIAgent": "OpenAI agent",
    "AzureAIChatCompletionClient": "Azure AI",
    "LlamaCppChatCompletionClient": "llama.cpp",
    "StdioMcpToolAdapter": "MCP tool of a program",
    "SseMcpToolAdapter": "MCP tool over SSE",
    "StreamableHttpMcpToolAdapter": "MCP tool over HTTP",
    "TextCanvasMemory": "Shared text",
    "ChromaDBVectorMemory": "Chroma",
    "RedisMemory": "Redis",
    "Mem0Memory": "Mem0",
}


def is_component(value: object) -> bool:
    """Tell whether a JSON value is a component: an object that names its provider."""
    if not isinstance(value, dict):
        return False
    fields = cast("JsonDict", value)
    return isinstance(fields.get("provider"), str) and (
        "config" in fields or "component_type" in fields
    )


def class_name(provider: str) -> str:
    """Return the class a provider names, short names of model clients included."""
    last = provider.rpartition(".")[2]
    return _SHORT_NAMES.get(last, last)


def class_of(component: JsonDict) -> str:
    """Return the class that a component's provider names."""
    return class_name(as_text(component.get("provider")))


def is_trusted(provider: str, extra: tuple[str, ...] = ()) -> bool:
    """Tell whether a provider may be imported; short names of ours may."""
    if "." not in provider:
        return provider in _SHORT_NAMES or provider in _SHORT_NAMES.values()
    return provider.startswith(TRUSTED_NAMESPACES) or any(
        provider.startswith(name if name.endswith(".") else name + ".") for name in extra if name
    )


def is_known(provider: str) -> bool:
    """Tell whether we know the class that a provider names; all of `studio.` is ours."""
    return provider.startswith("studio.") or class_name(provider) in _KIND_OF_CLASS


def kind_of(component: JsonDict) -> Kind:
    """Tell what a component is: its own word first, then what we know of its provider."""
    stated = _COMPONENT_TYPES.get(as_text(component.get("component_type")))
    if stated is not None:
        return stated
    name = class_of(component)
    if name in _KIND_OF_CLASS:
        return _KIND_OF_CLASS[name]
    guesses: list[Kind] = [kind for ending, kind in _ENDINGS if name.endswith(ending)]
    return guesses[0] if guesses else "other"


def type_label(component: JsonDict) -> str:
    """Return the word a person knows this type of component by."""
    name = class_of(component)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix("Termination"))
    return _LABELS.get(name) or words.capitalize() or "Unknown"


def name_of(component: JsonDict) -> str:
    """Return the name other components refer to; for a team its class stands in."""
    config = as_dict(component.get("config"))
    name = as_text(config.get("name"))
    if name or kind_of(component) != "team":
        return name
    return class_of(component)


def label_of(component: JsonDict) -> str:
    """Return what to call a component on the screen."""
    config = as_dict(component.get("config"))
    kind = kind_of(component)
    label = as_text(component.get("label"))
    generic = label in {"", class_of(component)}
    if kind in {"agent", "tool"}:
        return as_text(config.get("name")) or label or type_label(component)
    if kind == "model":
        return (
            (label if not generic else "") or as_text(config.get("model")) or type_label(component)
        )
    if kind == "team":
        return (
            (label if not generic else "") or as_text(config.get("name")) or type_label(component)
        )
    return label if not generic else type_label(component)
