"""Graphs: sequence, fan out and join, conditions, loops, groups, filters."""
import asyncio

from autogen_agentchat.agents import AssistantAgent, MessageFilterAgent, MessageFilterConfig, PerSourceFilter
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow
from program_transcript import attempt, follow, model, show


def agent(name, *lines):
    return AssistantAgent(name, model(*(lines or [f"{name}{n}" for n in range(9)])))


def inputs(agent):
    return [[m.content for m in c["messages"] if m.type != "SystemMessage"] for c in agent._model_client.create_calls]


async def main() -> None:
    print("sequence")
    a, b, c = agent("A"), agent("B"), agent("C")
    builder = DiGraphBuilder()
    builder.add_node(a).add_node(b).add_node(c).add_edge(a, b).add_edge(b, c)
    flow = GraphFlow(builder.get_participants(), builder.build())
    await follow(flow.run_stream(task="go"))
    show(await flow.run(task="again"))

    print("fan out and join")
    a, b, c, d = (agent(n) for n in "ABCD")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c).add_node(d)
    builder.add_edge(a, b).add_edge(a, c).add_edge(b, d).add_edge(c, d)
    result = await GraphFlow([a, b, c, d], builder.build()).run(task="go")
    print(sorted(m.source for m in result.messages), result.messages[-1].source, result.stop_reason)
    print(inputs(a), inputs(b), sorted(inputs(d)[0]))

    print("condition")
    for word in ("yes", "no"):
        a, b, c = agent("A", f"I say {word}"), agent("B"), agent("C")
        builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c)
        builder.add_edge(a, b, condition="yes").add_edge(a, c, condition=lambda m: "no" in m.to_model_text())
        show(await GraphFlow([a, b, c], builder.build()).run(task="go"))

    print("loop")
    a, b, c = agent("A"), agent("B", "again", "again", "approve"), agent("C")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c)
    builder.add_edge(a, b).add_edge(b, a, condition="again").add_edge(b, c, condition="approve").set_entry_point(a)
    flow = GraphFlow([a, b, c], builder.build(), termination_condition=MaxMessageTermination(20))
    show(await flow.run(task="go"))
    print("max turns")
    a, b, c = agent("A"), agent("B", *["again"] * 9), agent("C")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c)
    builder.add_edge(a, b).add_edge(b, a, condition="again").add_edge(b, c, condition="approve").set_entry_point(a)
    flow = GraphFlow([a, b, c], builder.build(), max_turns=4)
    show(await flow.run(task="go"))
    show(await flow.run())

    print("any")
    a, b, c, d = (agent(n) for n in "ABCD")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c).add_node(d, activation="any")
    builder.add_edge(a, b).add_edge(a, c).add_edge(b, d).add_edge(c, d)
    result = await GraphFlow([a, b, c, d], builder.build()).run(task="go")
    print(sorted(m.source for m in result.messages), result.stop_reason)

    print("groups")
    a, b, c, e = agent("A"), agent("B"), agent("C"), agent("E")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c).add_node(e)
    builder.add_edge(a, b).add_edge(b, c, condition=lambda m: "B0" in m.to_model_text() or "B1" in m.to_model_text())
    builder.add_edge(c, b, activation_group="loop", activation_condition="any")
    builder.add_edge(b, e, condition=lambda m: "B2" in m.to_model_text()).set_entry_point(a)
    show(await GraphFlow([a, b, c, e], builder.build(), max_turns=12).run(task="go"))

    print("filter")
    a, b = agent("A"), agent("B")
    c = agent("C")
    filtered = MessageFilterAgent("C", c, MessageFilterConfig(per_source=[PerSourceFilter(source="A", position="last", count=1)]))
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(filtered)
    builder.add_edge(a, b).add_edge(b, filtered)
    show(await GraphFlow(builder.get_participants(), builder.build()).run(task="go"))
    print(inputs(c))

    print("checks")
    a, b = agent("A"), agent("B")
    await attempt("source", lambda: DiGraphBuilder().add_edge(a, b))
    await attempt("target", lambda: DiGraphBuilder().add_node(a).add_edge(a, b))
    await attempt("entry", lambda: DiGraphBuilder().set_entry_point("x"))
    await attempt("empty", lambda: DiGraphBuilder().build().graph_validate())
    await attempt("mixed", lambda: DiGraphBuilder().add_node(a).add_node(b).add_edge(a, b, condition="x").add_edge(a, b).build().graph_validate())
    await attempt("cycle", lambda: DiGraphBuilder().add_node(a).add_node(b).add_edge(a, b).add_edge(b, a).set_entry_point(a).build().graph_validate())
    graph = DiGraphBuilder().add_node(a).add_node(b).add_edge(a, b, condition="x").build()
    print(graph.get_start_nodes(), graph.get_leaf_nodes(), graph.get_parents(), graph.has_cycles_with_exit(), graph.get_has_cycles())
    print(graph.model_dump(exclude_none=True))


asyncio.run(main())
