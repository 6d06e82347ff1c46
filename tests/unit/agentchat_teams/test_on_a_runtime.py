import asyncio
from typing import Any

import pytest

from studio._kit.run_context import RunContext, current_run, entered_run
from studio.agentchat.messages import TextMessage
from studio.agentchat.teams import RoundRobinGroupChat
from studio.agentchat.teams._group_chat._events import (
    GroupChatAgentResponse,
    GroupChatMessage,
    GroupChatRequestPublish,
    GroupChatStart,
)
from studio.core import (
    AgentId,
    DefaultInterventionHandler,
    DropMessage,
    MessageContext,
    SingleThreadedAgentRuntime,
)
from tests.support.team_cast import Actor, Waiter, said


class Watcher(DefaultInterventionHandler):
    """Notes what passes, and gives answers another text."""

    def __init__(self) -> None:
        self.passed: list[str] = []

    async def on_send(
        self, message: Any, *, message_context: MessageContext, recipient: AgentId
    ) -> Any | type[DropMessage]:
        self.passed.append(type(message).__name__)
        return message

    async def on_publish(
        self, message: Any, *, message_context: MessageContext
    ) -> Any | type[DropMessage]:
        self.passed.append(type(message).__name__)
        if isinstance(message, GroupChatAgentResponse) and message.name == "a":
            changed = TextMessage(content="changed", source="a")
            message.response.chat_message = changed
        return message


@pytest.mark.filterwarnings("ignore:Intervention handler on_response returned None")
async def test_the_conversation_passes_over_the_runtime_and_can_be_changed_there() -> None:
    watcher = Watcher()
    runtime = SingleThreadedAgentRuntime(intervention_handlers=[watcher])
    runtime.start()
    b = Actor("b")
    team = RoundRobinGroupChat([Actor("a"), b], max_turns=2, runtime=runtime)

    await team.run(task="t")

    assert b.seen == [["t", "changed"]]
    kinds = (GroupChatStart, GroupChatRequestPublish, GroupChatMessage, GroupChatAgentResponse)
    assert {kind.__name__ for kind in kinds} <= set(watcher.passed)
    assert watcher.passed.count("GroupChatRequestPublish") == 2
    await runtime.stop()


async def test_several_teams_share_a_runtime_and_the_names_of_their_agents() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()
    teams = [
        RoundRobinGroupChat([Actor("a"), Actor("b")], max_turns=4, runtime=runtime)
        for _ in range(3)
    ]

    results = await asyncio.gather(*(team.run(task=f"t{i}") for i, team in enumerate(teams)))

    for i, result in enumerate(results):
        assert [c for _, c in said(result)] == [f"t{i}", "a1", "b1", "a2", "b2"]
    await runtime.stop_when_idle()


async def test_names_that_a_runtime_does_not_take_are_no_obstacle() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()
    inner = RoundRobinGroupChat([Actor("a")], max_turns=1, name="my team (1)")
    team = RoundRobinGroupChat([inner], max_turns=1, runtime=runtime)
    assert said(await team.run(task="t")) == [("user", "t"), ("a", "a1")]
    await runtime.stop()


async def test_a_late_answer_of_a_cancelled_run_does_not_get_into_the_next() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()

    class Stubborn(Waiter):
        async def on_messages(self, messages: Any, cancellation_token: Any) -> Any:
            self.reached.set()
            try:
                await self.go.wait()
            except asyncio.CancelledError:
                self.go.set()
            return await Actor.on_messages(self, messages, cancellation_token)

    a = Stubborn("a")
    team = RoundRobinGroupChat([a, Actor("b")], max_turns=2, runtime=runtime)
    running = asyncio.create_task(team.run(task="t"))
    await a.reached.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert [s for s, _ in said(await team.run(task="u"))] == ["user", "b", "a"]
    await runtime.stop()


async def test_agents_on_a_runtime_know_the_run_they_belong_to() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()
    seen: list[Any] = []

    class Asking(Actor):
        async def on_messages(self, messages: Any, cancellation_token: Any) -> Any:
            seen.append(current_run())
            return await super().on_messages(messages, cancellation_token)

    run = RunContext()
    with entered_run(run):
        await RoundRobinGroupChat([Asking("a")], max_turns=1, runtime=runtime).run(task="t")

    assert seen == [run]
    await runtime.stop()


async def test_the_state_of_a_runtime_has_the_states_of_the_team_in_it() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()
    team = RoundRobinGroupChat([Actor("a")], max_turns=1, runtime=runtime)
    await team.run(task="t")

    state = await runtime.save_state()

    types = {part.get("type") for part in state.values()}
    assert {"ChatAgentContainerState", "RoundRobinManagerState"} <= types
    await runtime.load_state(state)
    await runtime.stop()
