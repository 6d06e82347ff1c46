"""Chunks of a model's answer."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import ModelClientStreamingChunkEvent
from autogen_agentchat.teams import RoundRobinGroupChat
from program_transcript import calls, follow, line, model, show, text


def add(a: int) -> int:
    """Adds."""
    return a + 1


async def main() -> None:
    agent = AssistantAgent("s", model("hello my  world", "second"), model_client_stream=True)
    ids = set()
    async for item in agent.run_stream(task="go"):
        print(line(item))
        if isinstance(item, ModelClientStreamingChunkEvent):
            ids.add(item.full_message_id)
            last = None
        else:
            last = item
    print(len(ids), last.messages[-1].id in ids)
    show(await agent.run(task="more"))

    agent = AssistantAgent("s", model(calls(("add", {"a": 1})), "the sum is two"), tools=[add], model_client_stream=True, reflect_on_tool_use=True)
    await follow(agent.run_stream(task="go"))

    team = RoundRobinGroupChat(
        [AssistantAgent("a", model("one two", "three four"), model_client_stream=True), AssistantAgent("b", model("five", "six"))],
        termination_condition=MaxMessageTermination(4),
    )
    await follow(team.run_stream(task="go"))


asyncio.run(main())
