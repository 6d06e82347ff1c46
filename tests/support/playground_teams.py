"""Teams for the playground's tests: over recorded answers, or over a model on loopback."""

from collections.abc import Sequence
from typing import Any

from tests.support.team_json import component

JsonDict = dict[str, Any]

_ADD = "def add(a: int, b: int) -> int:\n    return a + b\n"
_INFO = {
    "vision": False,
    "function_calling": True,
    "json_output": True,
    "family": "unknown",
    "structured_output": False,
}


def _model(answers: Sequence[str], model: str, url: str) -> JsonDict:
    if not url:
        return component(
            "autogen_ext.models.replay.ReplayChatCompletionClient",
            "model",
            chat_completions=list(answers),
        )
    return component(
        "autogen_ext.models.openai.OpenAIChatCompletionClient",
        "model",
        model=model,
        api_key="sk-test-key",
        base_url=url,
        model_info=_INFO,
    )


def talker(
    name: str,
    *,
    answers: Sequence[str] = (),
    model: str = "",
    url: str = "",
    with_tool: bool = False,
) -> JsonDict:
    """Return an assistant that says recorded answers, or asks the model at `url`."""
    config: JsonDict = {
        "name": name,
        "description": f"{name} talks",
        "system_message": "You talk.",
        "model_client": _model(answers, model, url),
        "model_client_stream": True,
        "reflect_on_tool_use": with_tool,
        "tool_call_summary_format": "{result}",
        "model_context": component(
            "autogen_core.model_context.BufferedChatCompletionContext",
            "chat_completion_context",
            buffer_size=6,
        ),
    }
    if with_tool:
        config["tools"] = [_add()]
    return component("autogen_agentchat.agents.AssistantAgent", "agent", **config)


def _add() -> JsonDict:
    return component(
        "autogen_core.tools.FunctionTool",
        "tool",
        source_code=_ADD,
        name="add",
        description="Adds two numbers.",
        global_imports=[],
        has_cancellation_support=False,
    )


def round_robin(participants: Sequence[JsonDict], *, max_messages: int) -> JsonDict:
    """Return a team whose members speak in turn until there are so many messages."""
    stop = component(
        "autogen_agentchat.conditions.MaxMessageTermination",
        "termination",
        max_messages=max_messages,
    )
    return component(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        "team",
        participants=list(participants),
        termination_condition=stop,
    )
