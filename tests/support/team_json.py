"""Builds component JSON for tests."""

from collections.abc import Sequence
from typing import Any, cast

JsonDict = dict[str, Any]

CHAT = "autogen_agentchat."


def component(provider: str, kind: str, /, **config: Any) -> JsonDict:
    return {
        "provider": provider,
        "component_type": kind,
        "version": 2 if provider.endswith(".AssistantAgent") else 1,
        "component_version": 2 if provider.endswith(".AssistantAgent") else 1,
        "description": None,
        "label": provider.rpartition(".")[2],
        "config": config,
    }


def model(name: str = "gpt-4o-mini", **config: Any) -> JsonDict:
    return component(
        "autogen_ext.models.openai.OpenAIChatCompletionClient", "model", model=name, **config
    )


def replay(*answers: Any, **config: Any) -> JsonDict:
    info = {
        "vision": False,
        "function_calling": True,
        "json_output": False,
        "family": "unknown",
        "structured_output": False,
    }
    return component(
        "autogen_ext.models.replay.ReplayChatCompletionClient",
        "replay_chat_completion_client",
        chat_completions=list(answers),
        **{"model_info": info, **config},
    )


def agent(name: str, **config: Any) -> JsonDict:
    defaults: JsonDict = {
        "name": name,
        "model_client": model(),
        "description": f"Does the work of {name}.",
        "system_message": f"You are {name}. End with TERMINATE.",
        "reflect_on_tool_use": False,
        "tool_call_summary_format": "{result}",
    }
    return component(CHAT + "agents.AssistantAgent", "agent", **{**defaults, **config})


def person(name: str = "person") -> JsonDict:
    return component(CHAT + "agents.UserProxyAgent", "agent", name=name, description="A person")


def mention(text: str = "TERMINATE") -> JsonDict:
    return component(CHAT + "conditions.TextMentionTermination", "termination", text=text)


def max_messages(count: int = 10) -> JsonDict:
    return component(
        CHAT + "conditions.MaxMessageTermination",
        "termination",
        max_messages=count,
        include_agent_event=False,
    )


def either(*conditions: JsonDict) -> JsonDict:
    return component(
        CHAT + "base.OrTerminationCondition", "termination", conditions=list(conditions)
    )


def both(*conditions: JsonDict) -> JsonDict:
    return component(
        CHAT + "base.AndTerminationCondition", "termination", conditions=list(conditions)
    )


def team(kind: str, *participants: JsonDict, **config: Any) -> JsonDict:
    defaults: JsonDict = {"participants": list(participants), "termination_condition": mention()}
    return component(f"{CHAT}teams.{kind}", "team", **{**defaults, **config})


def round_robin(*participants: JsonDict, **config: Any) -> JsonDict:
    return team("RoundRobinGroupChat", *participants, **config)


def selector(*participants: JsonDict, **config: Any) -> JsonDict:
    defaults: JsonDict = {
        "model_client": model(),
        "selector_prompt": "{roles} {participants} {history}",
        "allow_repeated_speaker": False,
    }
    return team("SelectorGroupChat", *participants, **{**defaults, **config})


def swarm(*participants: JsonDict, **config: Any) -> JsonDict:
    return team("Swarm", *participants, **config)


def flow(*names: str, edges: Sequence[tuple[str, str, str | None]], **config: Any) -> JsonDict:
    """A graph flow of agents with these names; edges are (from, to, condition)."""
    graph: JsonDict = {
        "nodes": {
            name: {
                "name": name,
                "edges": [
                    {"target": target, **({"condition": condition} if condition else {})}
                    for source, target, condition in edges
                    if source == name
                ],
                "activation": "all",
            }
            for name in names
        }
    }
    entry = config.pop("entry", None)
    if entry:
        graph["default_start_node"] = entry
    return team("GraphFlow", *(agent(name) for name in names), graph=graph, **config)


def function_tool(name: str = "add", source: str = "", **config: Any) -> JsonDict:
    code = source or f'def {name}(a: int, b: int) -> int:\n    """Add."""\n    return a + b\n'
    return component(
        "autogen_core.tools.FunctionTool",
        "tool",
        **{
            "source_code": code,
            "name": name,
            "description": "Adds two numbers.",
            "global_imports": [],
            "has_cancellation_support": False,
            **config,
        },
    )


def tool_set(*tools: JsonDict) -> JsonDict:
    return component("autogen_core.tools.StaticWorkbench", "workbench", tools=list(tools))


def mcp(**config: Any) -> JsonDict:
    params = {"type": "StdioServerParams", "command": "uvx", "args": ["mcp-server-fetch"]}
    return component(
        "autogen_ext.tools.mcp.McpWorkbench", "workbench", **{"server_params": params, **config}
    )


def unpaced(item: JsonDict) -> JsonDict:
    """Return a component whose replay models answer at once."""

    def without_pace(value: Any) -> Any:
        if isinstance(value, dict):
            fields = cast("JsonDict", value)
            return {k: without_pace(v) for k, v in fields.items() if k != "words_per_second"}
        if isinstance(value, list):
            return [without_pace(each) for each in cast("list[Any]", value)]
        return value

    return cast("JsonDict", without_pace(item))
