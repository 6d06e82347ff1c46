import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from studio.agentchat.base import TaskResult
from studio.agentchat.conditions import (
    ExternalTermination,
    FunctionalTermination,
    MaxMessageTermination,
    TextMentionTermination,
)
from studio.agentchat.messages import (
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    TextMessage,
)
from studio.agentchat.teams import RoundRobinGroupChat
from studio.core import AgentRuntime
from studio.core.models import UserMessage
from tests.support.team_cast import Actor, Thinker, heard, said


class Odd(BaseChatMessage):
    content: str

    def to_text(self) -> str:
        return self.content

    def to_model_text(self) -> str:
        return self.content

    def to_model_message(self) -> UserMessage:
        return UserMessage(content=self.content, source=self.source)


def test_a_team_needs_participants_with_names_of_their_own() -> None:
    with pytest.raises(ValueError, match=r"At least one participant is required\."):
        RoundRobinGroupChat([])
    with pytest.raises(ValueError, match=r"The participant names must be unique\."):
        RoundRobinGroupChat([Actor("a"), Actor("a")])
    with pytest.raises(ValueError, match="maximum number of turns must be greater than 0"):
        RoundRobinGroupChat([Actor("a")], max_turns=0)


async def test_everything_comes_in_the_order_it_was_said(runtime: AgentRuntime | None) -> None:
    team = RoundRobinGroupChat([Thinker("a"), Actor("b")], max_turns=2, runtime=runtime)

    items, result = await heard(team, task="hi")

    assert items == [
        ("user", "hi"),
        ("a", "hm, "),
        ("a", "well"),
        ("a", "a thinks"),
        ("a", "a1"),
        ("b", "b1"),
    ]
    assert said(result) == [("user", "hi"), ("a", "a thinks"), ("a", "a1"), ("b", "b1")]
    assert not any(isinstance(m, ModelClientStreamingChunkEvent) for m in result.messages)
    assert result.stop_reason == "Maximum number of turns 2 reached."


async def test_run_and_stream_are_alike_also_after_a_reset(runtime: AgentRuntime | None) -> None:
    def make() -> RoundRobinGroupChat:
        return RoundRobinGroupChat(
            [Thinker("a"), Actor("b"), Actor("c")],
            termination_condition=MaxMessageTermination(6),
            runtime=runtime,
        )

    one, other = make(), make()
    for _ in range(2):
        result = await one.run(task="t")
        items, streamed = await heard(other, task="t")

        assert said(result) == said(streamed)
        assert said(streamed) == [item for item in items if item[1] not in {"hm, ", "well"}]
        assert result.stop_reason == streamed.stop_reason
        await one.reset()
        await other.reset()


async def test_each_gets_what_the_others_have_said_since_its_last_turn(
    runtime: AgentRuntime | None,
) -> None:
    a, b, c = Thinker("a"), Actor("b"), Actor("c")
    team = RoundRobinGroupChat([a, b, c], max_turns=5, runtime=runtime)

    await team.run(task="t")

    assert a.seen == [["t"], ["b1", "c1"]]
    assert b.seen == [["t", "a1"], ["c1", "a2"]]
    assert c.seen == [["t", "a1", "b1"]]


async def test_the_task_may_be_a_text_a_message_or_a_list(runtime: AgentRuntime | None) -> None:
    team = RoundRobinGroupChat([Actor("a")], max_turns=1, runtime=runtime)
    message = TextMessage(content="m", source="eve")

    assert said(await team.run(task=message)) == [("eve", "m"), ("a", "a1")]
    assert said(await team.run(task=[message, message])) == [
        ("eve", "m"),
        ("eve", "m"),
        ("a", "a2"),
    ]
    assert said(await team.run()) == [("a", "a3")]
    quiet = await team.run(task="t", output_task_messages=False)
    assert said(quiet) == [("a", "a4")]


@pytest.mark.parametrize(
    ("task", "problem"),
    [
        ([], r"Task list cannot be empty\."),
        ([1], "All messages in task list must be valid BaseChatMessage types"),
        (5, "Task must be a string"),
        ((TextMessage(content="m", source="x"),), "Task must be a string"),
        (Odd(content="m", source="x"), "is not registered with the message factory"),
        ([Odd(content="m", source="x")], "is not registered with the message factory"),
    ],
)
async def test_other_tasks_are_refused_and_the_team_stays_usable(task: Any, problem: str) -> None:
    team = RoundRobinGroupChat([Actor("a")], max_turns=1)

    with pytest.raises(ValueError, match=problem):
        await team.run(task=task)

    assert said(await team.run(task="t")) == [("user", "t"), ("a", "a1")]


async def test_custom_messages_have_to_be_made_known(runtime: AgentRuntime | None) -> None:
    def make(**options: Any) -> RoundRobinGroupChat:
        agent = Actor("a", Odd(content="odd", source="a"))
        return RoundRobinGroupChat([agent], max_turns=1, runtime=runtime, **options)

    with pytest.raises(RuntimeError, match=r".* Message type .*Odd.* not registered"):
        await make().run(task="t")

    team = make(custom_message_types=[Odd])
    assert said(await team.run(task=Odd(content="o", source="x"))) == [("x", "o"), ("a", "odd")]


async def test_a_condition_is_asked_before_the_turns_are_counted(
    runtime: AgentRuntime | None,
) -> None:
    team = RoundRobinGroupChat(
        [Actor("a")],
        termination_condition=TextMentionTermination("a2"),
        max_turns=2,
        runtime=runtime,
    )

    first = await team.run(task="t")
    second = await team.run()

    assert first.stop_reason == "Text 'a2' mentioned"
    assert said(second) == [("a", "a3"), ("a", "a4")]
    assert second.stop_reason == "Maximum number of turns 2 reached."


async def test_events_and_answer_of_a_turn_are_its_delta(runtime: AgentRuntime | None) -> None:
    deltas: list[list[Any]] = []

    def look(messages: Any) -> bool:
        deltas.append([message.to_text() for message in messages])
        return len(deltas) == 3

    team = RoundRobinGroupChat(
        [Thinker("a"), Actor("b")],
        termination_condition=FunctionalTermination(look),
        runtime=runtime,
    )
    await team.run(task="t")

    assert deltas == [["t"], ["a thinks", "a1"], ["b1"]]


async def test_a_task_can_end_the_run_before_anybody_speaks(runtime: AgentRuntime | None) -> None:
    stop = TextMentionTermination("STOP")
    a = Actor("a")
    team = RoundRobinGroupChat([a], termination_condition=stop, max_turns=1, runtime=runtime)

    result = await team.run(task="STOP")

    assert said(result) == [("user", "STOP")]
    assert result.stop_reason == "Text 'STOP' mentioned"
    assert said(await team.run()) == [("a", "a1")]
    assert a.seen == [["STOP"]]


async def test_a_condition_that_has_fired_already_stops_at_once(
    runtime: AgentRuntime | None,
) -> None:
    condition = MaxMessageTermination(1)
    await condition([TextMessage(content="x", source="x")])
    team = RoundRobinGroupChat([Actor("a")], termination_condition=condition, runtime=runtime)

    result = await team.run(task="t")

    assert result == TaskResult(messages=[], stop_reason="The group chat has already terminated.")


async def test_a_run_without_a_task_goes_on_with_the_next_speaker(
    runtime: AgentRuntime | None,
) -> None:
    team = RoundRobinGroupChat([Actor("a"), Actor("b"), Actor("c")], max_turns=2, runtime=runtime)

    assert said(await team.run(task="t"))[1:] == [("a", "a1"), ("b", "b1")]
    assert said(await team.run()) == [("c", "c1"), ("a", "a2")]


async def test_a_listener_can_end_the_run_between_turns(runtime: AgentRuntime | None) -> None:
    stop = ExternalTermination()
    team = RoundRobinGroupChat(
        [Actor("a"), Actor("b")], termination_condition=stop, runtime=runtime
    )
    items: list[Any] = []

    async for item in team.run_stream(task="t"):
        items.append(item)
        if getattr(item, "content", None) == "a2":
            stop.set()

    assert items[-1].stop_reason == "External termination requested"
    assert len(items) <= 7


async def test_who_has_been_chosen_can_be_an_event(runtime: AgentRuntime | None) -> None:
    team = RoundRobinGroupChat(
        [Actor("a"), Actor("b")], max_turns=2, emit_team_events=True, runtime=runtime
    )

    items, result = await heard(team, task="t")

    assert items == [
        ("user", "t"),
        ("RoundRobinGroupChatManager", ["a"]),
        ("a", "a1"),
        ("RoundRobinGroupChatManager", ["b"]),
        ("b", "b1"),
    ]
    assert said(result) == items


async def test_chunks_come_out_while_the_model_still_speaks(runtime: AgentRuntime | None) -> None:
    go = asyncio.Event()

    class Slow(Actor):
        async def on_messages_stream(
            self, messages: Any, cancellation_token: Any
        ) -> AsyncGenerator[Any, None]:
            yield ModelClientStreamingChunkEvent(content="chunk", source=self.name)
            await go.wait()
            yield await self.on_messages(messages, cancellation_token)

    team = RoundRobinGroupChat([Slow("a")], max_turns=1, runtime=runtime)
    stream = team.run_stream(task="t")
    async with asyncio.timeout(5):
        assert [(await anext(stream)) and i for i in range(2)] == [0, 1]
        go.set()
        assert len([item async for item in stream]) == 2
