"""A society of mind, alone and in a team."""
import asyncio

from autogen_agentchat.agents import AssistantAgent, SocietyOfMindAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from program_transcript import follow, model, show


async def main() -> None:
    inner = RoundRobinGroupChat([AssistantAgent("a", model("draft", "draft2", "draft3")), AssistantAgent("b", model("APPROVE", "APPROVE", "APPROVE"))], termination_condition=TextMentionTermination("APPROVE"))
    client = model("summary one", "summary two", "summary three")
    society = SocietyOfMindAgent("society", inner, client, instruction="INSTRUCTION", response_prompt="PROMPT")
    await follow(society.run_stream(task="write"))
    translator = AssistantAgent("translator", model("translated", "again"))
    team = RoundRobinGroupChat([society, translator], max_turns=3)
    await follow(team.run_stream(task="write a poem"))
    for call in client.create_calls:
        print([(type(m).__name__, m.content) for m in call["messages"]])
    state = await society.save_state()
    print(sorted(set(state) - {"llm_context"}), sorted(state["inner_team_state"]))
    empty = SocietyOfMindAgent("empty", RoundRobinGroupChat([AssistantAgent("x", model("y"))], termination_condition=MaxMessageTermination(1)), model("z"))
    show(await empty.run(task="nothing"))


asyncio.run(main())
