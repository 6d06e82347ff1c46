"""Teams for the playground's tests: over recorded answers, or over a model on loopback."""

from collections.abc import Sequence
from typing import Any

JsonDict = dict[str, Any]

_ADD = "def add(a: int, b: int) -> int:\n    return a + b\n"


def _component(provider: str, kind: str, config: JsonDict, **more: Any) -> JsonDict:
    version = 2 if provider.endswith("AssistantAgent") else 1
    return {
        "provider": provider,
        "component_type": kind,
        "version": version,
        "component_version": version,
        **more,
        "config": config,
    }


def talker(
    name: str,
    *,
    answers: Sequence[str] = (),
    model: str = "",
    url: str = "",
    with_tool: bool = False,
) -> JsonDict:
    """Return an assistant that says recorded answers, or asks the model at `url`."""
    if url:
        client = _component(
            "autogen_ext.models.openai.OpenAIChatCompletionClient",
            "model",
            {
                "model": model,
                "api_key": "sk-test-key",
                "base_url": url,
                "model_info": {
                    "vision": False,
                    "function_calling": True,
                    "json_output": True,
                    "family": "unknown",
                    "structured_output": False,
                },
            },
        )
    else:
        client = _component(
            "autogen_ext.models.replay.ReplayChatCompletionClient",
            "model",
            {"chat_completions": list(answers)},
        )
    config: JsonDict = {
        "name": name,
        "description": f"{name} talks",
        "system_message": "You talk.",
        "model_client": client,
        "model_client_stream": True,
        "reflect_on_tool_use": with_tool,
        "tool_call_summary_format": "{result}",
        "model_context": _component(
            "autogen_core.model_context.BufferedChatCompletionContext",
            "chat_completion_context",
            {"buffer_size": 6},
        ),
    }
    if with_tool:
        config["tools"] = [_component("autogen_core.tools.FunctionTool", "tool", _add())]
    return _component("autogen_agentchat.agents.AssistantAgent", "agent", config, label=name)


def _add() -> JsonDict:
    return {
        "source_code": _ADD,
        "name": "add",
        "description": "Adds two numbers.",
        "global_imports": [],
        "has_cancellation_support": False,
    }


def person(name: str = "boss") -> JsonDict:
    """Return a user proxy."""
    config = {"name": name, "description": "A person."}
    return _component("autogen_agentchat.agents.UserProxyAgent", "agent", config, label=name)


def round_robin(participants: Sequence[JsonDict], *, max_messages: int) -> JsonDict:
    """Return a team whose members speak in turn until there are so many messages."""
    stop = _component(
        "autogen_agentchat.conditions.MaxMessageTermination",
        "termination",
        {"max_messages": max_messages},
    )
    return _component(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        "team",
        {"participants": list(participants), "termination_condition": stop},
        label="Round",
    )
