from collections.abc import Sequence
from typing import Any, cast

import pytest

from studio.agentchat.agents import BaseChatAgent
from studio.agentchat.base import Response, TaskResult
from studio.agentchat.messages import (
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    TextMessage,
    ThoughtEvent,
)
from studio.core import CancellationToken


class Echo(BaseChatAgent):
    """Says again what it was told last."""

    def __init__(self, name: str = "echo") -> None:
        super().__init__(name, "says it again")

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        said = messages[-1].to_text() if messages else "(nothing)"
        return Response(
            chat_message=TextMessage(content=said, source=self.name),
            inner_messages=[
                ThoughtEvent(content="let me see", source=self.name),
                ModelClientStreamingChunkEvent(content=said, source=self.name),
            ],
        )

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        pass


def texts(messages: Sequence[Any]) -> list[tuple[str, str]]:
    return [(message.source, message.to_text()) for message in messages]


async def test_a_text_is_a_message_of_the_user() -> None:
    result = await Echo().run(task="hi")

    assert texts(result.messages) == [
        ("user", "hi"),
        ("echo", "let me see"),
        ("echo", "hi"),
        ("echo", "hi"),
    ]
    assert result.stop_reason is None


async def test_a_task_may_be_a_message_several_or_none() -> None:
    first = TextMessage(content="one", source="x")
    second = TextMessage(content="two", source="y")

    assert (await Echo().run(task=first)).messages[0] == first
    assert (await Echo().run(task=[first, second])).messages[:2] == [first, second]
    assert texts((await Echo().run()).messages)[-1] == ("echo", "(nothing)")


async def test_the_task_can_be_left_out_of_the_result() -> None:
    result = await Echo().run(task="hi", output_task_messages=False)
    streamed = [item async for item in Echo().run_stream(task="hi", output_task_messages=False)]

    assert texts(result.messages)[0] == ("echo", "let me see")
    assert isinstance(streamed[0], ThoughtEvent)


async def test_an_empty_task_list_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Task list cannot be empty\."):
        await Echo().run(task=[])
    with pytest.raises(ValueError, match=r"Task list cannot be empty\."):
        async for _ in Echo().run_stream(task=[]):
            pass


async def test_a_task_list_holds_messages_only() -> None:
    with pytest.raises(ValueError, match="Invalid message type"):
        await Echo().run(task=cast("list[BaseChatMessage]", ["hi"]))


async def test_chunks_are_streamed_but_not_in_the_result() -> None:
    items = [item async for item in Echo().run_stream(task="hi")]

    result = items[-1]
    assert isinstance(result, TaskResult)
    assert [type(item).__name__ for item in items[:-1]] == [
        "TextMessage",
        "ThoughtEvent",
        "ModelClientStreamingChunkEvent",
        "TextMessage",
    ]
    assert [type(m).__name__ for m in result.messages] == [
        "TextMessage",
        "ThoughtEvent",
        "TextMessage",
    ]


@pytest.mark.parametrize("name", ["two words", "1st", "a-b", ""])
def test_a_name_must_be_an_identifier(name: str) -> None:
    with pytest.raises(ValueError, match="identifier"):
        Echo(name)


async def test_an_agent_without_state_saves_and_loads_nothing() -> None:
    state = await Echo().save_state()
    await Echo().load_state(state)

    assert state == {"type": "BaseState", "version": "1.0.0"}
