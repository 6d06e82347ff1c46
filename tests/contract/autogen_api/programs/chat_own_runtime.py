"""Teams on a runtime of one's own."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import RoundRobinGroupChat, SelectorGroupChat
from autogen_core import SingleThreadedAgentRuntime
from program_transcript import attempt, follow, model, show


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    teams = [
        RoundRobinGroupChat([AssistantAgent("a", model(*"12345")), AssistantAgent("b", model(*"abcde"))], max_turns=3, runtime=runtime),
        SelectorGroupChat([AssistantAgent("a", model(*"12345")), AssistantAgent("b", model(*"abcde"))], model("b", "a", "b"), max_turns=2, runtime=runtime),
    ]
    runtime.start()
    for result in await asyncio.gather(*(team.run(task="go") for team in teams)):
        show(result)
    await follow(teams[0].run_stream())
    await teams[0].reset()
    show(await teams[0].run(task="again"))
    await runtime.stop()
    runtime.start()
    show(await teams[1].run(task="restarted"))
    await runtime.stop_when_idle()


asyncio.run(main())
