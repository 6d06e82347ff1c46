import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from studio._kit.run_context import RunContext, entered_run, team_path
from studio.agentchat.conditions import MaxMessageTermination, TextMentionTermination
from studio.agentchat.teams import (
    BaseGroupChat,
    DiGraphBuilder,
    GraphFlow,
    MagenticOneGroupChat,
    RoundRobinGroupChat,
    SelectorGroupChat,
    Swarm,
)
from studio.core import AgentRuntime
from tests.support.scripted_model import ScriptedModel
from tests.support.team_cast import Actor, said
from tests.unit.agentchat_teams.test_magentic_one import ledger

Make = Callable[[AgentRuntime | None], BaseGroupChat]


class Recorder(RunContext):
    """Writes a checkpoint after each turn of the outermost team, as a run does."""

    def __init__(self) -> None:
        self.turns: list[tuple[tuple[str, ...], list[str]]] = []
        self.checkpoints: list[str] = []

    async def after_turn(self, team: Any, speakers: Sequence[str]) -> None:
        self.turns.append((team_path(), list(speakers)))
        if not team_path():
            self.checkpoints.append(json.dumps(await team.save_checkpoint()))


def round_robin(runtime: AgentRuntime | None) -> BaseGroupChat:
    stop = MaxMessageTermination(6) & TextMentionTermination("b2")
    return RoundRobinGroupChat(
        [Actor("a"), Actor("b"), Actor("c")],
        termination_condition=stop | MaxMessageTermination(9),
        runtime=runtime,
    )


def by_turns(runtime: AgentRuntime | None) -> BaseGroupChat:
    return RoundRobinGroupChat([Actor("a"), Actor("b")], max_turns=5, runtime=runtime)


class ByHistory(ScriptedModel):
    """Its answer depends on the question alone, so it goes on alike in another team."""

    async def create(self, messages: Any, **options: Any) -> Any:
        self._script = [self.answer(str(messages[-1].content), len(messages))]
        return await super().create(messages, **options)

    def answer(self, question: str, length: int) -> str:
        names = question.split("[")[1].split("]")[0].split(",")
        return names[len(question) % len(names)].strip("' ")


def selector(runtime: AgentRuntime | None) -> BaseGroupChat:
    return SelectorGroupChat(
        [Actor("a"), Actor("b"), Actor("c")],
        ByHistory(),
        selector_prompt="{participants}{history}",
        termination_condition=MaxMessageTermination(7),
        runtime=runtime,
    )


def swarm(runtime: AgentRuntime | None) -> BaseGroupChat:
    return Swarm(
        [Actor("a", "x", "->b"), Actor("b", "->c"), Actor("c", "y", "->a")],
        max_turns=6,
        runtime=runtime,
    )


def graph(runtime: AgentRuntime | None) -> BaseGroupChat:
    cast = [Actor("a"), Actor("b"), Actor("c"), Actor("d", "again", "done"), Actor("e")]
    builder = DiGraphBuilder()
    for agent in cast:
        builder.add_node(agent)
    builder.add_edge("a", "b", activation_group="in").add_edge("a", "c")
    builder.add_edge("b", "d").add_edge("c", "d", activation_group="d")
    builder.add_edge("d", "a", condition="again").add_edge("d", "e", condition="done")
    builder.set_entry_point("a")
    stop = MaxMessageTermination(30)
    return GraphFlow(cast, builder.build(), termination_condition=stop, runtime=runtime)


class Orchestrating(ByHistory):
    def answer(self, question: str, length: int) -> str:
        if "exactly this shape" not in question:
            return f"text {len(question)}"
        return ledger(f"do {length}", "ab"[length % 2], done=length > 9, moving=length != 4)


def magentic(runtime: AgentRuntime | None) -> BaseGroupChat:
    return MagenticOneGroupChat(
        [Actor("a"), Actor("b")], Orchestrating(), max_stalls=1, max_turns=7, runtime=runtime
    )


def nested(runtime: AgentRuntime | None) -> BaseGroupChat:
    inner = RoundRobinGroupChat(
        [Actor("i"), Actor("j")], termination_condition=MaxMessageTermination(3), name="inner"
    )
    return RoundRobinGroupChat([inner, Actor("o")], max_turns=5, runtime=runtime)


TEAMS = [round_robin, by_turns, selector, swarm, graph, magentic, nested]


@pytest.mark.parametrize("make", TEAMS)
async def test_from_every_checkpoint_a_fresh_team_goes_on_as_the_undisturbed_run(
    make: Make, runtime: AgentRuntime | None
) -> None:
    recorder = Recorder()
    with entered_run(recorder):
        whole = await make(runtime).run(task="t")
    assert len(recorder.checkpoints) >= 3

    for checkpoint in recorder.checkpoints:
        team = make(runtime)
        await team.load_checkpoint(json.loads(checkpoint))
        rest = await team.run(task=None)

        count = len(rest.messages)
        assert said(rest) == said(whole)[len(whole.messages) - count :]
        assert rest.stop_reason == whole.stop_reason


@pytest.mark.parametrize("make", TEAMS)
async def test_the_run_is_told_of_each_turn_once(make: Make, runtime: AgentRuntime | None) -> None:
    recorder = Recorder()
    with entered_run(recorder):
        await make(runtime).run(task="t")

    outer = [speakers for path, speakers in recorder.turns if not path]
    assert len(outer) == len(recorder.checkpoints)
    if make is by_turns:
        assert outer == [["a"], ["b"], ["a"], ["b"], ["a"]]
    if make is graph:
        assert outer == [["a"], ["b", "c"], ["d"], ["a"], ["b", "c"], ["d"], ["e"]]
    if make is nested:
        assert recorder.turns[0] == (("inner",), ["i"])


async def test_the_checkpoint_of_the_last_turn_repeats_the_end_but_holds_up_no_task() -> None:
    recorder = Recorder()
    with entered_run(recorder):
        await by_turns(None).run(task="t")

    team = by_turns(None)
    await team.load_checkpoint(json.loads(recorder.checkpoints[-1]))
    end = await team.run()
    assert end.messages == []
    assert end.stop_reason == "Maximum number of turns 5 reached."
    assert len((await team.run()).messages) == 5

    team = by_turns(None)
    await team.load_checkpoint(json.loads(recorder.checkpoints[-1]))
    assert len((await team.run(task="next")).messages) == 6


async def test_a_checkpoint_between_runs_lets_the_conversation_go_on() -> None:
    team = by_turns(None)
    await team.run(task="t")
    other = by_turns(None)

    await other.load_checkpoint(await team.save_checkpoint())

    assert said(await other.run()) == said(await team.run())


async def test_what_fails_while_a_checkpoint_is_written_fails_the_run(
    runtime: AgentRuntime | None,
) -> None:
    class Full(RunContext):
        async def after_turn(self, team: Any, speakers: Sequence[str]) -> None:
            raise OSError("disk full")

    with entered_run(Full()), pytest.raises(RuntimeError, match="OSError: disk full"):
        await by_turns(runtime).run(task="t")
