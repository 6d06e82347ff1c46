import asyncio
from typing import Any

import pytest

from studio.agentchat.agents import MessageFilterAgent, MessageFilterConfig, PerSourceFilter
from studio.agentchat.conditions import MaxMessageTermination, TextMentionTermination
from studio.agentchat.messages import BaseChatMessage, TextMessage
from studio.agentchat.teams import DiGraphBuilder, GraphFlow, RoundRobinGroupChat
from studio.core import AgentRuntime
from tests.support.team_cast import Actor, Waiter, said

COMPLETE = "Digraph execution is complete"


def flow(cast: list[Any], *edges: Any, start: str | None = None, **options: Any) -> GraphFlow:
    builder = DiGraphBuilder()
    for agent in cast:
        builder.add_node(agent)
    for source, target, *more in edges:
        builder.add_edge(source, target, *more)
    if start:
        builder.set_entry_point(start)
    return GraphFlow(builder.get_participants(), builder.build(), **options)


def actors(names: str) -> list[Actor]:
    return [Actor(name) for name in names]


def contents(result: Any) -> list[Any]:
    return [content for _, content in said(result)]


def test_only_agents_take_part_and_every_node_has_one() -> None:
    inner = RoundRobinGroupChat([Actor("i")])
    a = Actor("a")
    graph = DiGraphBuilder().add_node(a).build()
    with pytest.raises(TypeError, match="must be a ChatAgent"):
        GraphFlow([inner], graph)  # pyright: ignore[reportArgumentType] - that is the case
    with pytest.raises(ValueError, match="no participants: \\['a'\\]"):
        GraphFlow([Actor("b")], graph)


async def test_a_sequence_runs_to_its_end_and_begins_again(runtime: AgentRuntime | None) -> None:
    team = flow(actors("abc"), "ab", "bc", runtime=runtime)

    for turn in (1, 2):
        result = await team.run(task="t")
        assert contents(result) == ["t", f"a{turn}", f"b{turn}", f"c{turn}"]
        assert result.stop_reason == COMPLETE


async def test_branches_run_together_and_are_joined(runtime: AgentRuntime | None) -> None:
    a, b, c, d = Actor("a"), Waiter("b"), Waiter("c"), Actor("d")
    team = flow([a, b, c, d], "ab", "ac", "bd", "cd", runtime=runtime)
    running = asyncio.create_task(team.run(task="t"))
    await b.reached.wait()
    await c.reached.wait()

    c.go.set()
    await c.spoke.wait()
    b.go.set()
    result = await running

    assert contents(result) == ["t", "a1", "c1", "b1", "d1"]
    assert (b.seen, c.seen) == ([["t", "a1"]], [["t", "a1"]])
    assert d.seen == [["t", "a1", "c1", "b1"]]


async def test_each_branch_reads_afterwards_what_the_others_have_said(
    runtime: AgentRuntime | None,
) -> None:
    a, b, c, d = actors("abcd")
    team = flow([a, b, c, d], "ab", "ac", "bd", "cd", runtime=runtime)
    await team.run(task="t")
    await team.run(task="u")
    assert b.seen == [["t", "a1"], ["c1", "d1", "u", "a2"]]


def says_right(message: BaseChatMessage) -> bool:
    return "right" in message.to_model_text()


async def test_conditions_choose_the_way(runtime: AgentRuntime | None) -> None:
    a, b, c = Actor("a", "left", "right", "nowhere"), Actor("b"), Actor("c")
    team = flow(
        [a, b, c],
        ("a", "b", "left"),
        ("a", "c", says_right),
        runtime=runtime,
    )

    assert contents(await team.run(task="t")) == ["t", "left", "b1"]
    assert contents(await team.run(task="t")) == ["t", "right", "c1"]
    lost = await team.run(task="t")
    assert contents(lost) == ["t", "nowhere"]
    assert lost.stop_reason == COMPLETE


async def test_a_loop_runs_until_its_exit_is_open(runtime: AgentRuntime | None) -> None:
    team = flow(
        [Actor("a"), Actor("b", "again", "again", "done"), Actor("c")],
        "ab",
        ("b", "a", "again"),
        ("b", "c", "done"),
        start="a",
        max_turns=20,
        runtime=runtime,
    )

    result = await team.run(task="t")

    assert contents(result) == ["t", "a1", "again", "a2", "again", "a3", "done", "c1"]
    assert result.stop_reason == COMPLETE


async def test_a_loop_needs_a_condition_or_a_number_of_turns() -> None:
    edges = ["ab", ("b", "a", "again"), ("b", "c", "done")]
    team = flow(actors("abc"), *edges, start="a")
    with pytest.raises(ValueError, match="termination condition is required for cyclic graphs"):
        await team.run(task="t")


async def test_with_any_a_node_runs_at_the_first_way_that_opens(
    runtime: AgentRuntime | None,
) -> None:
    # c is reached from a at once and from b one step later.
    any_ = [(None, "g", "any")]
    team = flow(
        actors("abcd"),
        ("a", "b"),
        ("a", "c", *any_[0]),
        ("b", "c", *any_[0]),
        ("c", "d"),
        runtime=runtime,
    )

    result = await team.run(task="t")

    assert contents(result) == ["t", "a1", "b1", "c1", "c2", "d1", "d2"]


async def test_with_any_ways_that_open_together_count_once(runtime: AgentRuntime | None) -> None:
    team = flow(
        actors("abcd"),
        "ab",
        "ac",
        ("b", "d", None, "g", "any"),
        ("c", "d", None, "g", "any"),
        runtime=runtime,
    )
    assert contents(await team.run(task="t")) == ["t", "a1", "b1", "c1", "d1"]


async def test_groups_open_a_node_independently_of_each_other(
    runtime: AgentRuntime | None,
) -> None:
    # a is entered at the start, and again by the loop, without waiting for both.
    team = flow(
        [Actor("s"), Actor("a"), Actor("b", "again", "done"), Actor("e")],
        ("s", "a", None, "first", "all"),
        ("a", "b"),
        ("b", "a", "again", "loop", "all"),
        ("b", "e", "done"),
        max_turns=9,
        runtime=runtime,
    )
    result = await team.run(task="t")
    assert contents(result) == ["t", "s1", "a1", "again", "a2", "done", "e1"]


async def test_turns_are_steps_and_a_stopped_graph_goes_on_where_it_was(
    runtime: AgentRuntime | None,
) -> None:
    team = flow(actors("abcd"), "ab", "ac", "bd", "cd", max_turns=2, runtime=runtime)

    result = await team.run(task="t")
    assert contents(result) == ["t", "a1", "b1", "c1"]
    assert result.stop_reason == "Maximum number of turns 2 reached."

    result = await team.run()
    assert contents(result) == ["d1"]
    assert result.stop_reason == COMPLETE


async def test_the_end_of_the_graph_comes_before_conditions(runtime: AgentRuntime | None) -> None:
    team = flow(actors("ab"), "ab", termination_condition=MaxMessageTermination(3), runtime=runtime)
    assert (await team.run(task="t")).stop_reason == COMPLETE
    assert (await team.run(task="t")).stop_reason == COMPLETE


async def test_a_condition_sees_every_branch_of_a_step(runtime: AgentRuntime | None) -> None:
    for text in ("b1", "c1"):
        team = flow(
            actors("abcd"),
            "ab",
            "ac",
            "bd",
            "cd",
            termination_condition=TextMentionTermination(text),
            runtime=runtime,
        )
        result = await team.run(task="t")
        assert result.stop_reason == f"Text '{text}' mentioned"
        assert contents(await team.run()) == ["d1"]


async def test_a_branch_that_fails_runs_again_and_the_others_do_not(
    runtime: AgentRuntime | None,
) -> None:
    a, b, c, d = Actor("a"), Actor("b"), Waiter("c", ValueError("no")), Actor("d")
    team = flow([a, b, c, d], "ab", "ac", "bd", "cd", runtime=runtime)
    running = asyncio.create_task(team.run(task="t"))
    await c.reached.wait()
    await b.spoke.wait()
    for _ in range(9):
        await asyncio.sleep(0)
    c.go.set()
    with pytest.raises(RuntimeError, match="ValueError: no"):
        await running

    result = await team.run()

    assert contents(result) == ["c2", "d1"]
    assert d.seen == [["t", "a1", "b1", "c2"]]


async def test_a_cancelled_step_runs_again(runtime: AgentRuntime | None) -> None:
    b = Waiter("b")
    team = flow([Actor("a"), b], "ab", runtime=runtime)
    running = asyncio.create_task(team.run(task="t"))
    await b.reached.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    b.go.set()
    assert contents(await team.run()) == ["b1"]


async def test_a_filtered_agent_opens_the_ways_of_its_node(runtime: AgentRuntime | None) -> None:
    inner = Actor("inner")
    wrapped = MessageFilterAgent(
        "b",
        wrapped_agent=inner,
        filter=MessageFilterConfig(
            per_source=[PerSourceFilter(source="a", position="last", count=1)]
        ),
    )
    team = flow([Actor("a"), wrapped, Actor("c")], "ab", "bc", runtime=runtime)

    assert contents(await team.run(task="t")) == ["t", "a1", "inner1", "c1"]
    assert inner.seen == [["a1"]]


async def test_a_task_in_the_name_of_a_node_opens_its_ways(runtime: AgentRuntime | None) -> None:
    team = flow(actors("ab"), "ab", runtime=runtime)
    result = await team.run(task=TextMessage(content="z", source="a"))
    assert contents(result) == ["z", "a1", "b1", "b2"]


async def test_a_reset_begins_at_the_beginning(runtime: AgentRuntime | None) -> None:
    team = flow(actors("ab"), "ab", max_turns=1, runtime=runtime)
    await team.run(task="t")
    await team.reset()
    assert contents(await team.run(task="t")) == ["t", "a1"]
