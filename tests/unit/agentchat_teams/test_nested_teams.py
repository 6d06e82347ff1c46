from typing import Any

import pytest
from pydantic import BaseModel

from studio._kit.run_context import team_path
from studio.agentchat.messages import StructuredMessage
from studio.agentchat.teams import RoundRobinGroupChat
from studio.core import AgentRuntime
from tests.support.team_cast import Actor, Thinker, heard, said


class Note(BaseModel):
    text: str


class Placed(Actor):
    async def on_messages(self, messages: Any, cancellation_token: Any) -> Any:
        self.calls.append("/".join(team_path()))
        return await super().on_messages(messages, cancellation_token)


async def test_a_team_takes_its_turn_with_what_it_has_not_read(
    runtime: AgentRuntime | None,
) -> None:
    i, j, o = Thinker("i"), Actor("j"), Actor("o")
    inner = RoundRobinGroupChat([i, j], max_turns=2, name="inner")
    team = RoundRobinGroupChat([o, inner], max_turns=4, runtime=runtime)

    items, result = await heard(team, task="t")

    assert items == [
        ("user", "t"),
        ("o", "o1"),
        *[("i", "hm, "), ("i", "well"), ("i", "i thinks"), ("i", "i1"), ("j", "j1")],
        ("o", "o2"),
        *[("i", "hm, "), ("i", "well"), ("i", "i thinks"), ("i", "i2"), ("j", "j2")],
    ]
    assert said(result) == [item for item in items if item[1] not in {"hm, ", "well"}]
    assert i.seen == [["t", "o1"], ["j1", "o2"]]
    assert o.seen == [["t"], ["i1", "j1"]]


async def test_all_of_its_result_is_in_the_outer_thread(runtime: AgentRuntime | None) -> None:
    inner = RoundRobinGroupChat([Thinker("i")], max_turns=1, name="inner")
    team = RoundRobinGroupChat([inner, Actor("o")], max_turns=2, runtime=runtime)
    await team.run(task="t")

    states = (await team.save_state())["agent_states"]

    thread = states["RoundRobinGroupChatManager"]["message_thread"]
    assert [m["content"] for m in thread] == ["t", "i thinks", "i1", "o1"]
    assert states["inner"]["agent_state"]["type"] == "TeamState"
    assert [m["content"] for m in states["inner"]["message_buffer"]] == ["o1"]


async def test_a_team_with_nothing_new_to_read_goes_on(runtime: AgentRuntime | None) -> None:
    inner = RoundRobinGroupChat([Actor("i"), Actor("j")], max_turns=1, name="inner")
    team = RoundRobinGroupChat([inner], max_turns=2, runtime=runtime)
    assert said(await team.run(task="t")) == [("user", "t"), ("i", "i1"), ("j", "j1")]


async def test_a_reset_goes_through(runtime: AgentRuntime | None) -> None:
    i = Actor("i")
    inner = RoundRobinGroupChat([i, Actor("j")], max_turns=1, name="inner")
    team = RoundRobinGroupChat([inner], max_turns=1, runtime=runtime)
    await team.run(task="t")

    await team.reset()

    assert i.calls == ["reset"]
    assert said(await team.run(task="t")) == [("user", "t"), ("i", "i1")]


async def test_a_failure_inside_fails_the_whole(runtime: AgentRuntime | None) -> None:
    inner = RoundRobinGroupChat([Actor("i", ValueError("deep"))], max_turns=1, name="inner")
    team = RoundRobinGroupChat([inner], max_turns=1, runtime=runtime)
    with pytest.raises(RuntimeError, match="RuntimeError: ValueError: deep\nTraceback:"):
        await team.run(task="t")


async def test_the_outer_team_knows_the_messages_of_the_inner(
    runtime: AgentRuntime | None,
) -> None:
    class Writer(Actor):
        @property
        def produced_message_types(self) -> Any:
            return (StructuredMessage[Note],)

    note = StructuredMessage[Note](content=Note(text="x"), source="i")
    inner = RoundRobinGroupChat([Writer("i", note)], max_turns=1, name="inner")
    team = RoundRobinGroupChat([inner, Actor("o")], max_turns=2, runtime=runtime)
    result = await team.run(task="t")
    assert result.messages[1] is note

    await team.load_state(await team.save_state())


async def test_agents_inside_know_where_they_are(runtime: AgentRuntime | None) -> None:
    deep, shallow = Placed("deep"), Placed("shallow")
    inmost = RoundRobinGroupChat([deep], max_turns=1, name="inmost")
    inner = RoundRobinGroupChat([inmost], max_turns=1, name="inner")
    team = RoundRobinGroupChat([shallow, inner, Placed("x")], max_turns=3, runtime=runtime)

    await team.run(task="t")

    assert deep.calls == ["inner/inmost"]
    assert shallow.calls == [""]
    assert team_path() == ()
