"""Teams that the builder's tests open."""

from typing import Any

from tests.support.team_json import component, replay

JsonDict = dict[str, Any]


def agent(name: str, /, **config: Any) -> JsonDict:
    """Return an assistant on the replay model."""
    defaults: JsonDict = {
        "name": name,
        "description": f"{name} does its part.",
        "system_message": f"You are {name}.",
        "model_client": replay("Hello."),
        "model_client_stream": True,
        "reflect_on_tool_use": False,
        "tool_call_summary_format": "{result}",
    }
    return component("autogen_agentchat.agents.AssistantAgent", "agent", **(defaults | config))


def stop(limit: int = 5) -> JsonDict:
    return component(
        "autogen_agentchat.conditions.MaxMessageTermination", "termination", max_messages=limit
    )


def tool(name: str) -> JsonDict:
    return component(
        "autogen_core.tools.FunctionTool",
        "tool",
        source_code=f"def {name}(a: int) -> int:\n    return a\n",
        name=name,
        description=f"{name} a number.",
        global_imports=[],
        has_cancellation_support=False,
    )


def round_robin(*agents: JsonDict, **config: Any) -> JsonDict:
    return component(
        "autogen_agentchat.teams.RoundRobinGroupChat",
        "team",
        participants=list(agents),
        termination_condition=stop(),
        **config,
    )


def swarm(*agents: JsonDict) -> JsonDict:
    return component(
        "autogen_agentchat.teams.Swarm",
        "team",
        participants=list(agents),
        termination_condition=stop(),
    )


def graph_flow(*agents: JsonDict, edges: list[tuple[str, str]]) -> JsonDict:
    names = [item["config"]["name"] for item in agents]
    nodes = {
        name: {
            "name": name,
            "edges": [{"target": end} for start, end in edges if start == name],
            "activation": "all",
        }
        for name in names
    }
    return component(
        "autogen_agentchat.teams.GraphFlow",
        "team",
        participants=list(agents),
        termination_condition=stop(),
        graph={"nodes": nodes, "default_start_node": names[0]},
    )
