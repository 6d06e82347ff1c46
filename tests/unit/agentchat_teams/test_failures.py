import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest

from studio.agentchat.base import TaskResult
from studio.agentchat.conditions import FunctionalTermination
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, TextMessage
from studio.agentchat.teams import RoundRobinGroupChat, SelectorGroupChat
from studio.core import AgentRuntime, CancellationToken
from tests.support.scripted_model import ScriptedModel
from tests.support.team_cast import Actor, Waiter, said, text_of


def left_behind() -> list[str]:
    """Names of the tasks that teams have left behind."""
    return [name for task in asyncio.all_tasks() if (name := task.get_name()).startswith("team ")]


async def test_an_agent_that_fails_fails_the_run_and_says_how(
    runtime: AgentRuntime | None,
) -> None:
    b = Actor("b", ValueError("out of ideas"))
    team = RoundRobinGroupChat([Actor("a"), b], max_turns=3, runtime=runtime)
    stream = team.run_stream(task="t")

    assert [text_of(await anext(stream)) for _ in range(2)] == ["t", "a1"]
    with pytest.raises(RuntimeError) as caught:
        await anext(stream)

    text = str(caught.value)
    assert text.startswith("ValueError: out of ideas\nTraceback:\nTraceback (most recent")
    assert said(await team.run(task="again")) == [("user", "again"), ("a", "a2"), ("b", "b2")]


async def test_what_was_not_read_in_a_failed_turn_is_read_in_the_next(
    runtime: AgentRuntime | None,
) -> None:
    a = Actor("a", ValueError("no"))
    team = RoundRobinGroupChat([a], max_turns=1, runtime=runtime)
    with pytest.raises(RuntimeError, match="ValueError: no"):
        await team.run(task="one")

    await team.run(task="two")

    assert a.seen == [["one"], ["one", "two"]]


async def test_a_condition_that_fails_fails_the_run(runtime: AgentRuntime | None) -> None:
    def fail(messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> bool:
        if messages[-1].source == "a":
            raise KeyError("nothing there")
        return False

    team = RoundRobinGroupChat(
        [Actor("a")], termination_condition=FunctionalTermination(fail), runtime=runtime
    )

    with pytest.raises(RuntimeError, match="KeyError: 'nothing there'\nTraceback:"):
        await team.run(task="t")
    with pytest.raises(RuntimeError, match="KeyError"):
        await team.run(task="t")


async def test_what_is_wrong_at_the_start_is_raised_as_it_is(runtime: AgentRuntime | None) -> None:
    def fail(messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> str:
        raise LookupError("nobody")

    team = SelectorGroupChat(
        [Actor("a"), Actor("b")], ScriptedModel(), selector_func=fail, runtime=runtime
    )

    with pytest.raises(LookupError, match="nobody"):
        await team.run(task="t")


async def test_an_agent_without_an_answer_fails_the_run(runtime: AgentRuntime | None) -> None:
    class Mute(Actor):
        async def on_messages_stream(
            self, messages: Any, cancellation_token: Any
        ) -> AsyncGenerator[Any, None]:
            yield TextMessage(content="...", source=self.name)

    team = RoundRobinGroupChat([Mute("a")], runtime=runtime)

    with pytest.raises(RuntimeError, match="without a response"):
        await team.run(task="t")


async def test_a_running_team_refuses_to_run_to_reset_and_to_load(
    runtime: AgentRuntime | None,
) -> None:
    a = Waiter("a")
    team = RoundRobinGroupChat([a], max_turns=1, runtime=runtime)
    state = await team.save_state()
    running = asyncio.create_task(team.run(task="t"))
    await a.reached.wait()

    with pytest.raises(ValueError, match="The team is already running, it cannot run again"):
        await team.run(task="t")
    with pytest.raises(RuntimeError, match="must be stopped before it can be reset"):
        await team.reset()
    with pytest.raises(RuntimeError, match="cannot be loaded while it is running"):
        await team.load_state(state)

    a.go.set()
    assert said(await running) == [("user", "t"), ("a", "a1")]
    await team.reset()


@pytest.mark.parametrize("how", ["token", "task"])
@pytest.mark.parametrize("stream", [False, True])
async def test_a_cancelled_run_leaves_nothing_behind_and_the_team_can_run_again(
    runtime: AgentRuntime | None, how: str, stream: bool
) -> None:
    a, b = Actor("a"), Waiter("b")
    team = RoundRobinGroupChat([a, b], max_turns=3, runtime=runtime)
    token = CancellationToken()

    async def work() -> None:
        if not stream:
            await team.run(task="t", cancellation_token=token)
        async for _ in team.run_stream(task="t", cancellation_token=token):
            pass

    running = asyncio.create_task(work())
    await b.reached.wait()
    if how == "token":
        token.cancel()
    else:
        running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running

    assert b.ended == ["cancelled"]
    assert left_behind() == []
    b.go.set()
    assert len((await team.run(task="u")).messages) == 3


async def test_a_token_that_is_cancelled_already_ends_the_run_at_once(
    runtime: AgentRuntime | None,
) -> None:
    token = CancellationToken()
    token.cancel()
    team = RoundRobinGroupChat([Actor("a")], max_turns=1, runtime=runtime)

    with pytest.raises(asyncio.CancelledError):
        await team.run(task="t", cancellation_token=token)

    assert said(await team.run(task="t")) == [("user", "t"), ("a", "a1")]


async def test_a_listener_that_goes_away_ends_the_run(runtime: AgentRuntime | None) -> None:
    b = Waiter("b")
    team = RoundRobinGroupChat([Actor("a"), b], runtime=runtime)
    stream = team.run_stream(task="t")
    async for item in stream:
        if not isinstance(item, TaskResult) and item.source == "a":
            break
    await b.reached.wait()

    await stream.aclose()

    assert b.ended == ["cancelled"]
    assert left_behind() == []


async def test_pausing_before_the_first_run_is_an_error(runtime: AgentRuntime | None) -> None:
    team = RoundRobinGroupChat([Actor("a")], runtime=runtime)
    with pytest.raises(RuntimeError, match="must be run before it can be paused"):
        await team.pause()
    with pytest.raises(RuntimeError, match="must be run before it can be resumed"):
        await team.resume()


async def test_pause_and_resume_reach_every_participant_while_the_team_runs(
    runtime: AgentRuntime | None,
) -> None:
    a, b = Waiter("a"), Actor("b")
    inner = RoundRobinGroupChat([Actor("i")], max_turns=1, name="inner")
    team = RoundRobinGroupChat([a, b, inner], max_turns=3, runtime=runtime)
    running = asyncio.create_task(team.run(task="t"))
    await a.reached.wait()

    await team.pause()
    await team.resume()

    assert (a.calls, b.calls) == (["pause", "resume"], ["pause", "resume"])
    a.go.set()
    await running
