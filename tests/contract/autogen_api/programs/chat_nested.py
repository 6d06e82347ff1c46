"""Teams in teams."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import RoundRobinGroupChat, SelectorGroupChat
from program_transcript import attempt, calls, follow, model, show


def add(a: int) -> int:
    """Adds."""
    return a + 1


async def main() -> None:
    x = AssistantAgent("x", model(*(f"x{n}" for n in range(9))))
    y = AssistantAgent("y", model(calls(("add", {"a": 1})), *(f"y{n}" for n in range(9))), tools=[add])
    z = AssistantAgent("z", model(*(f"z{n}" for n in range(9))))
    inner = RoundRobinGroupChat([x, y], name="inner", description="inside", max_turns=2)
    outer = RoundRobinGroupChat([inner, z], max_turns=3)
    await follow(outer.run_stream(task="go"))
    for agent in (x, y, z):
        print(agent.name, [[m.content for m in c["messages"][1:] if isinstance(m.content, str)] for c in agent._model_client.create_calls])
    state = await outer.save_state()
    print(sorted(state["agent_states"]), sorted(state["agent_states"]["inner"]["agent_state"]["agent_states"]))
    await outer.reset()
    show(await outer.run(task="again"))
    other = SelectorGroupChat([RoundRobinGroupChat([z], name="solo", description="alone", max_turns=1), x], model("solo", "x"), max_turns=2)
    show(await other.run(task="choose"))


asyncio.run(main())
