import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest

from studio.agentchat.agents import AssistantAgent, UserProxyAgent
from studio.agentchat.base import Response, TaskResult
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    MultiModalMessage,
    TextMessage,
    ThoughtEvent,
)
from studio.agentchat.ui import Console, UserInputManager
from studio.core import CancellationToken, Image
from studio.core.models import RequestUsage
from tests.support.scripted_model import ScriptedModel
from tests.unit.agentchat_agents.test_messages import PIXEL

Item = BaseAgentEvent | BaseChatMessage


async def stream(*items: Any) -> AsyncGenerator[Any, None]:
    for item in items:
        yield item


def chunk(content: str) -> ModelClientStreamingChunkEvent:
    return ModelClientStreamingChunkEvent(content=content, source="bob")


async def test_each_message_is_printed_under_its_class_and_source(
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = await Console(AssistantAgent("bob", ScriptedModel("hello")).run_stream(task="hi"))

    assert isinstance(result, TaskResult)
    assert capsys.readouterr().out == (
        "---------- TextMessage (user) ----------\nhi\n"
        "---------- TextMessage (bob) ----------\nhello\n"
    )


async def test_chunks_are_printed_in_line_and_not_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = TextMessage(content="hello", source="bob")
    await Console(stream(chunk("hel"), chunk("lo"), answer, TaskResult(messages=[answer])))

    assert capsys.readouterr().out == (
        "---------- ModelClientStreamingChunkEvent (bob) ----------\nhello\n"
    )


async def test_what_the_chunks_did_not_say_is_printed_after_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    thought = ThoughtEvent(content="hm", source="bob")
    await Console(stream(chunk("hello"), thought, TaskResult(messages=[])))

    assert capsys.readouterr().out == (
        "---------- ModelClientStreamingChunkEvent (bob) ----------\nhello\n"
        "---------- ThoughtEvent (bob) ----------\nhm\n"
    )


async def test_a_response_is_printed_under_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    response = Response(chat_message=TextMessage(content="hello", source="bob"))

    assert await Console(stream(response)) is response
    assert capsys.readouterr().out == "---------- bob ----------\nhello\n"


async def test_an_image_is_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    picture = MultiModalMessage(content=["look", Image.from_base64(PIXEL)], source="bob")

    await Console(stream(picture, TaskResult(messages=[picture])))

    assert "look\n<image>\n" in capsys.readouterr().out


async def test_statistics_count_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    messages: Sequence[Item] = [
        TextMessage(content="a", source="bob", models_usage=RequestUsage(10, 1)),
        TextMessage(content="b", source="bob", models_usage=RequestUsage(20, 2)),
    ]
    result = TaskResult(messages=messages, stop_reason="enough")

    await Console(stream(*messages, result), output_stats=True)

    out = capsys.readouterr().out
    assert "[Prompt tokens: 10, Completion tokens: 1]" in out
    assert "---------- Summary ----------" in out
    assert "Number of messages: 2\nFinish reason: enough\n" in out
    assert "Total prompt tokens: 30\nTotal completion tokens: 3\n" in out


async def test_a_stream_without_a_result_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"No TaskResult or Response was processed\."):
        await Console(stream(TextMessage(content="a", source="bob")))


@pytest.mark.parametrize("kind", ["sync", "async"])
async def test_a_question_waits_until_the_console_has_got_there(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def ask(prompt: str) -> str:
        return f"answer to {prompt}"

    async def ask_async(prompt: str, token: CancellationToken | None) -> str:
        return ask(prompt)

    manager = UserInputManager(ask if kind == "sync" else ask_async)
    agent = UserProxyAgent("user", input_func=manager.get_wrapped_callback())

    result = await Console(agent.run_stream(), user_input_manager=manager)

    assert result.messages[-1].to_text() == "answer to Enter your response: "
    assert "UserInputRequestedEvent" not in capsys.readouterr().out


async def test_an_unshown_question_waits() -> None:
    manager = UserInputManager(lambda prompt: "yes")
    agent = UserProxyAgent("user", input_func=manager.get_wrapped_callback())
    items = agent.on_messages_stream([], CancellationToken())
    event: Any = await anext(items)
    answer = asyncio.ensure_future(anext(items))
    await asyncio.sleep(0)
    assert not answer.done()

    manager.notify_event_received(event.request_id)

    response = await answer
    assert isinstance(response, Response)
    assert response.chat_message.to_text() == "yes"
