"""Says in a few words what a component does, for nodes and lists."""

from collections.abc import Callable
from typing import Final

from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text, as_texts
from studio.domain.kinds import class_of, kind_of, label_of


def summary_of(component: JsonDict) -> str:
    """Return one short line about a component, empty when there is nothing to say."""
    config = as_dict(component.get("config"))
    teller = _BY_CLASS.get(class_of(component))
    if teller is not None:
        return teller(config)
    if kind_of(component) == "model":
        return _model(config)
    return as_text(config.get("description")) or as_text(component.get("description"))


def _model(config: JsonDict) -> str:
    name = as_text(config.get("model"))
    where = as_text(config.get("base_url")) or as_text(config.get("host"))
    return f"{name} at {where}" if name and where else name


def _replay(config: JsonDict) -> str:
    count = len(as_list(config.get("chat_completions")))
    return f"{count} recorded answer{'' if count == 1 else 's'}, no key needed"


def _static_workbench(config: JsonDict) -> str:
    return ", ".join(label_of(tool) for tool in as_dicts(config.get("tools"))) or "no tools yet"


def _mcp(config: JsonDict) -> str:
    server = as_dict(config.get("server_params"))
    if command := as_text(server.get("command")):
        return " ".join([command, *as_texts(server.get("args"))])
    return as_text(server.get("url"))


def _joined(word: str) -> Callable[[JsonDict], str]:
    def tell(config: JsonDict) -> str:
        conditions = as_dicts(config.get("conditions"))
        texts = [
            f"({summary_of(item)})"
            if len(as_list(as_dict(item.get("config")).get("conditions"))) > 1
            else summary_of(item)
            for item in conditions
        ]
        return f" {word} ".join(text or label_of(conditions[i]) for i, text in enumerate(texts))

    return tell


def _max_messages(config: JsonDict) -> str:
    count = config.get("max_messages")
    return f"after {count} message{'' if count == 1 else 's'}"


def _tokens(config: JsonDict) -> str:
    limits = [
        f"{config[field]} {word} tokens"
        for field, word in (
            ("max_total_token", "total"),
            ("max_prompt_token", "prompt"),
            ("max_completion_token", "completion"),
        )
        if config.get(field) is not None
    ]
    return "after " + " or ".join(limits) if limits else "no token limit set"


def _text_message(config: JsonDict) -> str:
    source = as_text(config.get("source"))
    return f"{source} answers in text" if source else "anyone answers in text"


_BY_CLASS: Final[dict[str, Callable[[JsonDict], str]]] = {
    "ReplayChatCompletionClient": _replay,
    "StaticWorkbench": _static_workbench,
    "StaticStreamWorkbench": _static_workbench,
    "McpWorkbench": _mcp,
    "OrTerminationCondition": _joined("or"),
    "AndTerminationCondition": _joined("and"),
    "MaxMessageTermination": _max_messages,
    "TextMentionTermination": lambda config: f"“{as_text(config.get('text'))}” is said",
    "StopMessageTermination": lambda _: "a stop message comes",
    "TokenUsageTermination": _tokens,
    "HandoffTermination": lambda config: f"handed to {as_text(config.get('target'))}",
    "TimeoutTermination": lambda config: f"after {config.get('timeout_seconds')} seconds",
    "ExternalTermination": lambda _: "stopped from outside",
    "SourceMatchTermination": lambda config: (
        " or ".join(as_texts(config.get("sources"))) + " has spoken"
    ),
    "TextMessageTermination": _text_message,
    "FunctionCallTermination": lambda config: f"{as_text(config.get('function_name'))} has run",
    "BufferedChatCompletionContext": lambda config: f"last {config.get('buffer_size')} messages",
    "UnboundedChatCompletionContext": lambda _: "everything said",
    "HeadAndTailChatCompletionContext": lambda config: (
        f"first {config.get('head_size')} and last {config.get('tail_size')} messages"
    ),
    "TokenLimitedChatCompletionContext": lambda config: (
        f"up to {config['token_limit']} tokens"
        if config.get("token_limit")
        else "up to the model's limit"
    ),
    "UserProxyAgent": lambda _: "asks a person",
}
