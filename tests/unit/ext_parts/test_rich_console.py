"""The console with panels."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from studio.agentchat.agents import AssistantAgent
from studio.agentchat.base import TaskResult
from studio.agentchat.messages import UserInputRequestedEvent
from studio.agentchat.ui import UserInputManager
from studio.ext.models.replay import ReplayChatCompletionClient
from studio.ext.ui import RichConsole


async def test_a_conversation_is_shown_and_its_result_returned(
    capsys: pytest.CaptureFixture[str],
) -> None:
    agent = AssistantAgent("helper", model_client=ReplayChatCompletionClient(["Hello [b]you[/b]"]))

    result = await RichConsole(agent.run_stream(task="Hi"), output_stats=True)

    shown = capsys.readouterr().out
    assert isinstance(result, TaskResult)
    assert "TextMessage (user)" in shown
    assert "Hello [b]you[/b]" in shown
    assert "Number of messages: 2" in shown


async def test_chunks_are_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    client = ReplayChatCompletionClient(["one two three"])
    agent = AssistantAgent("helper", model_client=client, model_client_stream=True)

    await RichConsole(agent.run_stream(task="Hi"))

    assert capsys.readouterr().out.count("one two three") == 1


async def test_the_manager_of_questions_is_told() -> None:
    told: list[str] = []

    class Manager(UserInputManager):
        def notify_event_received(self, request_id: str) -> None:
            told.append(request_id)

    async def stream() -> AsyncGenerator[Any, None]:
        yield UserInputRequestedEvent(source="user", request_id="q1")
        yield TaskResult(messages=[])

    await RichConsole(stream(), user_input_manager=Manager(input))

    assert told == ["q1"]


async def test_a_stream_without_a_result_is_refused() -> None:
    async def stream() -> AsyncGenerator[Any, None]:
        return
        yield

    with pytest.raises(ValueError, match="No TaskResult or Response was processed"):
        await RichConsole(stream())
