"""Agents and teams as tools."""
import asyncio
import json

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_agentchat.tools import AgentTool, TeamTool
from autogen_core import CancellationToken
from program_transcript import calls, follow, model, plain, show


async def main() -> None:
    writer = AssistantAgent("writer", model("a poem", "another"), description="Writes.")
    tool = AgentTool(writer)
    tool.schema["parameters"]["properties"]["task"].pop("description", None)
    print(sorted(tool.schema), tool.name, tool.description)
    boss = AssistantAgent("boss", model(calls(("writer", {"task": "write"})), "fine"), tools=[tool], reflect_on_tool_use=True)
    await follow(boss.run_stream(task="get a poem"))
    last = AgentTool(writer, return_value_as_last_message=True)
    result = await last.run_json({"task": "again"}, CancellationToken())
    print(type(result).__name__, last.return_value_as_string(result))
    print(sorted(await tool.save_state_json()))
    team = RoundRobinGroupChat([AssistantAgent("a", model("one", "three")), AssistantAgent("b", model("two", "four"))], termination_condition=MaxMessageTermination(3))
    crew = TeamTool(team, name="crew", description="A crew")
    print(sorted(crew.schema["parameters"]["properties"]), crew.schema["strict"])
    result = await crew.run_json({"task": "work"}, CancellationToken())
    print(crew.return_value_as_string(result))
    async for item in crew.run_json_stream({"task": "more"}, CancellationToken()):
        print(type(item).__name__, plain(getattr(item, "content", item.stop_reason if hasattr(item, "stop_reason") else None)))


asyncio.run(main())
