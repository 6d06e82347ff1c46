"""Teams with a manager of one's own, as people write them for AutoGen."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

import pytest

from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, TextMessage
from studio.agentchat.state import BaseGroupChatManagerState
from studio.agentchat.teams import BaseGroupChat, RoundRobinGroupChat
from studio.agentchat.teams._group_chat._base_group_chat_manager import BaseGroupChatManager
from studio.core import AgentRuntime
from tests.support.team_cast import Actor, said

Thread = Sequence[BaseAgentEvent | BaseChatMessage]


class BackwardsManager(BaseGroupChatManager):
    """From the last to the first; says so on the way; ends there."""

    def __init__(self, *args: Any, greeting: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._greeting = greeting
        self._left = list(self._participant_names)

    async def validate_group_state(self, messages: list[BaseChatMessage] | None) -> None:
        if messages and messages[0].to_text() == "bad":
            raise LookupError("not that")

    async def select_speaker(self, thread: Thread) -> list[str] | str:
        await self._output_message_queue.put(TextMessage(content=self._greeting, source="boss"))
        return self._left.pop() if self._left else []

    async def reset(self) -> None:
        self._current_turn = 0
        self._message_thread.clear()
        self._left = list(self._participant_names)

    async def save_state(self) -> Mapping[str, Any]:
        thread = [message.dump() for message in self._message_thread]
        state = BaseGroupChatManagerState(message_thread=thread, current_turn=self._current_turn)
        return {**state.model_dump(), "left": self._left}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        saved = BaseGroupChatManagerState.model_validate(state)
        self._message_thread = [self._message_factory.create(m) for m in saved.message_thread]
        self._current_turn = saved.current_turn
        self._left = list(state["left"])


class Backwards(BaseGroupChat):
    def __init__(self, participants: Any, greeting: str, **options: Any) -> None:
        super().__init__(
            name="backwards",
            description="from the last to the first",
            participants=participants,
            group_chat_manager_name="Boss",
            group_chat_manager_class=BackwardsManager,
            **options,
        )
        self._greeting = greeting

    def _create_group_chat_manager_factory(
        self,
        name: str,
        group_topic_type: str,
        output_topic_type: str,
        participant_topic_types: list[str],
        participant_names: list[str],
        participant_descriptions: list[str],
        output_message_queue: Any,
        termination_condition: Any,
        max_turns: int | None,
        message_factory: Any,
    ) -> Callable[[], BaseGroupChatManager]:
        return lambda: BackwardsManager(
            name,
            group_topic_type,
            output_topic_type,
            participant_topic_types,
            participant_names,
            participant_descriptions,
            output_message_queue,
            termination_condition,
            max_turns,
            message_factory,
            greeting=self._greeting,
        )


async def test_a_manager_of_ones_own_runs_a_team_of_ones_own(runtime: AgentRuntime | None) -> None:
    team = Backwards([Actor("a"), Actor("b")], "next!", runtime=runtime)

    result = await team.run(task="t")

    boss = ("boss", "next!")
    assert said(result) == [("user", "t"), boss, ("b", "b1"), boss, ("a", "a1"), boss]
    assert result.stop_reason == "The group chat is stopped."


async def test_it_is_saved_loaded_and_reset_by_what_it_has_written(
    runtime: AgentRuntime | None,
) -> None:
    team = Backwards([Actor("a"), Actor("b")], "x", max_turns=1, runtime=runtime)
    await team.run(task="t")
    other = Backwards([Actor("a"), Actor("b")], "x", max_turns=1)

    await other.load_state(await team.save_state())

    assert "Boss" in (await team.save_state())["agent_states"]
    assert said(await other.run()) == [("boss", "x"), ("a", "a1")]
    await team.reset()
    assert said(await team.run(task="t"))[2] == ("b", "b1")


async def test_what_it_refuses_at_the_start_is_raised_as_it_is(
    runtime: AgentRuntime | None,
) -> None:
    team = Backwards([Actor("a")], "x", max_turns=1, runtime=runtime)
    with pytest.raises(LookupError, match="not that"):
        await team.run(task="bad")


async def test_a_speaker_that_is_no_participant_is_an_error(runtime: AgentRuntime | None) -> None:
    team = Backwards([Actor("a")], "x", runtime=runtime)
    state: Any = await team.save_state()
    state["agent_states"]["Boss"]["left"] = ["zoe"]
    await team.load_state(state)
    with pytest.raises(ValueError, match="Speaker zoe not found in participant names"):
        await team.run(task="t")


async def test_a_stream_of_ones_own_is_what_run_runs() -> None:
    class Twice(RoundRobinGroupChat):
        async def run_stream(self, **options: Any) -> AsyncGenerator[Any, None]:
            async for item in super().run_stream(**options):
                yield item
                yield item

    team = Twice([Actor("a")], max_turns=1)
    assert (await team.run(task="t")).stop_reason == "Maximum number of turns 1 reached."
