"""States of teams are saved, loaded and compared."""
import asyncio
import json

from autogen_agentchat.agents import AssistantAgent, CodeExecutorAgent, SocietyOfMindAgent, UserProxyAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow, RoundRobinGroupChat, SelectorGroupChat, Swarm
from program_transcript import attempt, model, plain, show


def shape(value):
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items() if k not in ("id", "created_at", "models_usage")}
    if isinstance(value, list):
        return [shape(v) for v in value]
    return value


def words(prefix):
    return model(*(f"{prefix}{n}" for n in range(20)))


def round_robin():
    return RoundRobinGroupChat([AssistantAgent("a", words("a")), AssistantAgent("b", words("b")), AssistantAgent("c", words("c"))], max_turns=2)


def selector():
    return SelectorGroupChat([AssistantAgent("a", words("a")), AssistantAgent("b", words("b")), AssistantAgent("c", words("c"))], model("c", "a", "b", "c", "a"), max_turns=2)


def swarm():
    return Swarm([AssistantAgent("a", words("a"), handoffs=["b"]), AssistantAgent("b", words("b"))], max_turns=2)


def graph():
    a, b = AssistantAgent("a", words("a")), AssistantAgent("b", words("b"))
    return GraphFlow([a, b], DiGraphBuilder().add_node(a).add_node(b).add_edge(a, b).build(), max_turns=1)


async def main() -> None:
    for make in (round_robin, selector, swarm, graph):
        first = make()
        show(await first.run(task="go"))
        state = json.loads(json.dumps(await first.save_state()))
        print(json.dumps(shape(state), sort_keys=True))
        second = make()
        await second.load_state(state)
        assert shape(await second.save_state()) == shape(state)
        show(await second.run())
        await second.reset()
        print(json.dumps(shape(dict(await second.save_state())), sort_keys=True))
    await attempt("missing", lambda: round_robin().load_state({"type": "TeamState", "agent_states": {}}))
    await attempt("wrong", lambda: round_robin().load_state({"agent_states": 1}))
    agent = AssistantAgent("a", words("a"))
    await agent.run(task="go")
    print(json.dumps(shape(dict(await agent.save_state()))))
    print(await UserProxyAgent("u", input_func=input).save_state())


asyncio.run(main())
