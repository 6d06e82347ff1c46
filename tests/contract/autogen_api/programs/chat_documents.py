"""Teams go to documents and back, and run the same."""
import asyncio
import json

from autogen_agentchat.agents import AssistantAgent, MessageFilterAgent, MessageFilterConfig, PerSourceFilter, SocietyOfMindAgent
from autogen_agentchat.base import Handoff, TerminationCondition
from autogen_agentchat.conditions import HandoffTermination, MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow, RoundRobinGroupChat, SelectorGroupChat, Swarm
from autogen_core.memory import ListMemory, MemoryContent
from autogen_core.model_context import BufferedChatCompletionContext
from autogen_core.tools import FunctionTool
from program_transcript import calls, model, plain, show


def shout(text: str, times: int = 1) -> str:
    """Shouts."""
    return text.upper() * times


async def main() -> None:
    teams = [
        RoundRobinGroupChat([AssistantAgent("a", model("1", "2"), model_context=BufferedChatCompletionContext(2)), AssistantAgent("b", model(calls(("shout", {"text": "hey", "times": 2}))), tools=[shout])], termination_condition=MaxMessageTermination(4) | TextMentionTermination("STOP")),
        SelectorGroupChat([AssistantAgent("a", model("1", "2")), AssistantAgent("b", model("3", "4"))], model("b", "a"), max_turns=2, selector_prompt="{participants}"),
        Swarm([AssistantAgent("a", model(calls(("transfer_to_b", {}))), handoffs=["b"]), AssistantAgent("b", model(calls(("ask", {}))), handoffs=[Handoff(target="user", name="ask", message="Well?")])], termination_condition=HandoffTermination("user")),
        RoundRobinGroupChat([SocietyOfMindAgent("s", RoundRobinGroupChat([AssistantAgent("i", model("inner"))], max_turns=1), model("outer")), MessageFilterAgent("f", AssistantAgent("f", model("filtered")), MessageFilterConfig(per_source=[PerSourceFilter(source="s")]))], max_turns=2),
    ]
    a, b, c = (AssistantAgent(n, model(f"{n} yes", f"{n} no")) for n in "abc")
    graph = DiGraphBuilder().add_node(a).add_node(b).add_node(c).add_edge(a, b, condition="yes").add_edge(a, c, condition="never")
    teams.append(GraphFlow([a, b, c], graph.build()))
    for team in teams:
        document = json.loads(team.dump_component().model_dump_json())
        again = type(team).load_component(document)
        show(await again.run(task="go"))
    memory = ListMemory("m", [MemoryContent(content="fact", mime_type="text/plain")])
    agent = AssistantAgent("a", model("x"), memory=[memory])
    again = AssistantAgent.load_component(agent.dump_component())
    show(await again.run(task="go"))


asyncio.run(main())
