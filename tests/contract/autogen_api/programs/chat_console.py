"""Console prints runs of agents and teams."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_agentchat.ui import Console
from autogen_core import CancellationToken
from program_transcript import attempt, calls, line, model, text


def add(a: int) -> int:
    """Adds."""
    return a + 1


async def main() -> None:
    agent = AssistantAgent("a", model(text("hello", thought="hm"), text("more")))
    print(line(await Console(agent.run_stream(task="go"))))
    print(line(await Console(agent.on_messages_stream([TextMessage(content="x", source="user")], CancellationToken()))))
    agent = AssistantAgent("a", model("one two three"), model_client_stream=True)
    print(line(await Console(agent.run_stream(task="go"))))
    team = RoundRobinGroupChat([AssistantAgent("a", model(text("1"), text("2"))), AssistantAgent("b", model(calls(("add", {"a": 1}))), tools=[add])], termination_condition=MaxMessageTermination(4))
    await Console(team.run_stream(task="go"), output_stats=False)

    async def nothing():
        return
        yield

    await attempt("nothing", lambda: Console(nothing()))


asyncio.run(main())
