import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, HandoffMessage
from studio.agentchat.teams import (
    BaseGroupChat,
    DiGraphBuilder,
    GraphFlow,
    RoundRobinGroupChat,
    SelectorGroupChat,
    Swarm,
)
from studio.core import AgentRuntime
from tests.support.scripted_model import ScriptedModel
from tests.support.team_cast import Actor, said

Make = Callable[[AgentRuntime | None], BaseGroupChat]


def round_robin(runtime: AgentRuntime | None) -> BaseGroupChat:
    return RoundRobinGroupChat([Actor("a"), Actor("b"), Actor("c")], max_turns=2, runtime=runtime)


def selector(runtime: AgentRuntime | None) -> BaseGroupChat:
    class Picky(ScriptedModel):
        async def create(self, messages: Any, **options: Any) -> Any:
            # Names the first candidate, so the choice depends on the previous speaker alone.
            names = messages[0].content.split("[")[1].split("]")[0]
            self._script = [names.split(",")[0].strip("' ")]
            return await super().create(messages, **options)

    return SelectorGroupChat(
        [Actor("a"), Actor("b"), Actor("c")],
        Picky(),
        selector_prompt="{participants}",
        max_turns=3,
        runtime=runtime,
    )


def swarm(runtime: AgentRuntime | None) -> BaseGroupChat:
    return Swarm([Actor("a", "->b"), Actor("b"), Actor("c")], max_turns=2, runtime=runtime)


def graph(runtime: AgentRuntime | None) -> BaseGroupChat:
    a, b, c, d = (Actor(name) for name in "abcd")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c).add_node(d)
    builder.add_edge(a, b).add_edge(a, c).add_edge(b, d).add_edge(c, d)
    return GraphFlow(builder.get_participants(), builder.build(), max_turns=2, runtime=runtime)


@pytest.mark.parametrize("make", [round_robin, selector, swarm, graph])
async def test_a_state_goes_over_to_another_team_and_both_go_on_alike(
    make: Make, runtime: AgentRuntime | None
) -> None:
    one, other = make(runtime), make(None)
    await one.run(task="t")

    state = await one.save_state()
    await other.load_state(json.loads(json.dumps(state)))

    assert await other.save_state() == state
    for _ in range(2):
        first, second = await one.run(), await other.run()
        assert said(first) == said(second)
        assert first.stop_reason == second.stop_reason


@pytest.mark.parametrize(
    ("make", "manager", "own"),
    [
        (round_robin, "RoundRobinGroupChatManager", {"next_speaker_index": 2}),
        (selector, "SelectorGroupChatManager", {"previous_speaker": "a"}),
        (swarm, "SwarmGroupChatManager", {"current_speaker": "b"}),
        (
            graph,
            "GraphManager",
            {
                "remaining": {"b": {"b": 1}, "c": {"c": 1}, "d": {"d": 0}},
                "enqueued_any": {"b": {"b": False}, "c": {"c": False}, "d": {"d": False}},
                "ready": ["d"],
            },
        ),
    ],
)
async def test_a_state_has_the_shape_that_autogen_gives_it(
    make: Make, manager: str, own: dict[str, Any], runtime: AgentRuntime | None
) -> None:
    team = make(runtime)
    result = await team.run(task="t")

    state = await team.save_state()

    assert (state["type"], state["version"]) == ("TeamState", "1.0.0")
    states = dict(state["agent_states"])
    said_by_manager = dict(states.pop(manager))
    said_by_manager.pop("type", None)
    said_by_manager.pop("version", None)
    assert said_by_manager == {
        "message_thread": [message.dump() for message in result.messages],
        "current_turn": 0,
        **own,
    }
    for member in states.values():
        assert set(member) == {"type", "version", "agent_state", "message_buffer"}
        assert member["type"] == "ChatAgentContainerState"


async def test_only_what_is_unread_is_in_the_buffers(runtime: AgentRuntime | None) -> None:
    team = round_robin(runtime)
    await team.run(task="t")

    states = (await team.save_state())["agent_states"]

    unread = {n: [m["content"] for m in states[n]["message_buffer"]] for n in "abc"}
    assert unread == {"a": ["b1"], "b": [], "c": ["t", "a1", "b1"]}


async def test_what_was_unread_is_read_after_loading(runtime: AgentRuntime | None) -> None:
    team = round_robin(None)
    await team.run(task="t")
    c = Actor("c")
    other = RoundRobinGroupChat([Actor("a"), Actor("b"), c], max_turns=1, runtime=runtime)

    await other.load_state(await team.save_state())
    await other.run()

    assert c.seen == [["t", "a1", "b1"]]


async def test_a_state_can_be_saved_before_the_first_run_and_loaded_after_others() -> None:
    team = round_robin(None)
    fresh = await team.save_state()
    await team.run(task="t")

    await team.load_state(fresh)

    assert said(await team.run(task="u")) == [("user", "u"), ("a", "a1"), ("b", "b1")]


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        ({"agent_states": 3}, "Invalid state format"),
        ("text", "Invalid state format"),
        ({}, "Agent state for a not found in the saved state"),
        ({"agent_states": {"a": {"message_buffer": 5}}}, "Agent state for b not found"),
    ],
)
async def test_states_that_do_not_fit_are_refused(state: Any, problem: str) -> None:
    team = RoundRobinGroupChat([Actor("a"), Actor("b")], max_turns=1)
    with pytest.raises(ValueError, match=problem):
        await team.load_state(state)


async def test_a_malformed_member_and_an_event_among_the_unread_are_refused() -> None:
    team = RoundRobinGroupChat([Actor("a")], max_turns=1)
    state = json.loads(json.dumps(await team.save_state()))
    member = state["agent_states"]["a"]

    member["message_buffer"] = 5
    with pytest.raises(ValueError, match="Invalid state format"):
        await team.load_state(state)
    member["message_buffer"] = [{"type": "ThoughtEvent", "source": "a", "content": "x"}]
    with pytest.raises(ValueError, match="which is no chat message"):
        await team.load_state(state)
    member["message_buffer"] = [{"type": "Strange", "source": "a", "content": "x"}]
    with pytest.raises(ValueError, match="Unknown message type"):
        await team.load_state(state)


async def test_a_hand_over_before_saving_counts_after_loading() -> None:
    def make() -> Swarm:
        return Swarm([Actor("a", "->b"), Actor("b")], max_turns=1)

    one, other = make(), make()
    await one.run(task="t")
    await other.load_state(await one.save_state())

    assert said(await other.run()) == [("b", "b1")]
    await other.run(task=HandoffMessage(content="x", target="a", source="user"))
    thread: Sequence[BaseAgentEvent | BaseChatMessage] = (await other.run()).messages
    assert thread[0].source == "a"


async def test_a_saved_state_does_not_change_with_the_team() -> None:
    team = round_robin(None)
    await team.run(task="t")
    state = await team.save_state()
    before = json.dumps(state)

    await team.run()
    await team.save_state()
    await team.reset()

    assert json.dumps(state) == before


async def test_a_saved_state_does_not_change_with_an_agent_that_gave_its_own_list() -> None:
    class Hoarder(Actor):
        async def save_state(self) -> Mapping[str, Any]:
            return {"seen": self.seen}

    team = RoundRobinGroupChat([Hoarder("a")], max_turns=1)
    await team.run(task="t")
    state = await team.save_state()
    before = json.dumps(state)

    await team.run()

    assert json.dumps(state) == before
