"""The client that plays back answers."""

import sys
from typing import Any, cast

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.core import FunctionCall
from studio.core.logging import LLMCallEvent
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelInfo,
    RequestUsage,
    SystemMessage,
    UserMessage,
)
from studio.ext.models.replay import ReplayChatCompletionClient

CALLS = CreateResult(
    finish_reason="function_calls",
    content=[FunctionCall(id="1", arguments="{}", name="f")],
    usage=RequestUsage(prompt_tokens=7, completion_tokens=5),
    cached=False,
)


def said(*texts: str) -> list[LLMMessage]:
    return [UserMessage(content=text, source="user") for text in texts]


async def test_answers_come_in_order_and_words_are_tokens() -> None:
    client = ReplayChatCompletionClient(["one two three", "four"])

    first = await client.create(said("hello there"))
    second = await client.create(said("hello", "you two"))

    assert first == CreateResult(
        finish_reason="stop",
        content="one two three",
        usage=RequestUsage(prompt_tokens=2, completion_tokens=3),
        cached=True,
    )
    assert second.usage == client.actual_usage() == RequestUsage(3, 1)
    assert client.total_usage() == RequestUsage(5, 4)


async def test_past_the_end_is_a_value_error() -> None:
    client = ReplayChatCompletionClient(["one"])
    await client.create(said("a"))

    with pytest.raises(ValueError, match="No more mock responses available"):
        await client.create(said("a"))
    with pytest.raises(ValueError, match="No more mock responses available"):
        _ = [item async for item in client.create_stream(said("a"))]


async def test_a_result_is_given_as_it_is() -> None:
    client = ReplayChatCompletionClient([CALLS])

    assert await client.create(said("a b")) is CALLS
    assert client.actual_usage() == RequestUsage(2, 5)


async def test_a_stream_gives_words_and_then_the_whole() -> None:
    client = ReplayChatCompletionClient(["one  two three", CALLS])

    words = [item async for item in client.create_stream(said("a"))]
    calls = [item async for item in client.create_stream(said("a"))]

    assert words[:-1] == ["one ", "two ", "three"]
    assert isinstance(words[-1], CreateResult)
    assert words[-1].content == "one  two three"
    assert calls == [CALLS]
    assert client.total_usage() == RequestUsage(2, 8)


async def test_only_create_is_recorded() -> None:
    client = ReplayChatCompletionClient(["one", "two"])
    messages = said("a")

    await client.create(messages, json_output=True, extra_create_args={"k": 1})
    _ = [item async for item in client.create_stream(messages)]
    messages.append(said("later")[0])

    (call,) = client.create_calls
    assert call["messages"] == said("a")
    assert (call["json_output"], call["extra_create_args"]) == (True, {"k": 1})
    assert list(call) == [
        "messages",
        "tools",
        "tool_choice",
        "json_output",
        "extra_create_args",
        "cancellation_token",
    ]


async def test_reset_begins_again() -> None:
    client = ReplayChatCompletionClient(["one", "two"])
    await client.create(said("a"))

    client.reset()

    assert client.total_usage() == client.actual_usage() == RequestUsage(0, 0)
    assert (await client.create(said("a"))).content == "one"


async def test_cached_can_be_set() -> None:
    client = ReplayChatCompletionClient(["one"])
    client.set_cached_bool_value(False)

    assert (await client.create(said("a"))).cached is False


def test_only_texts_count() -> None:
    client = ReplayChatCompletionClient([])
    messages: list[LLMMessage] = [
        SystemMessage(content="one two"),
        AssistantMessage(content=CALLS.content, source="a"),
        FunctionExecutionResultMessage(content=[]),
    ]

    assert client.count_tokens(messages) == 2
    assert client.remaining_tokens(messages) == 10_000


def test_it_can_do_nothing_by_default() -> None:
    assert ReplayChatCompletionClient([]).model_info == {
        "vision": False,
        "function_calling": False,
        "json_output": False,
        "family": "unknown",
        "structured_output": False,
    }


def test_it_can_be_told_what_it_can_do() -> None:
    info = ModelInfo(
        vision=True, function_calling=True, json_output=True, family="x", structured_output=True
    )

    client = ReplayChatCompletionClient([], info)

    assert client.model_info["vision"] is True
    assert client.capabilities["function_calling"] is True
    with pytest.raises(ValueError, match="function_calling"):
        ReplayChatCompletionClient([], cast("ModelInfo", {"vision": True}))


def test_it_round_trips() -> None:
    client = ReplayChatCompletionClient(["one", CALLS])

    dumped = client.dump_component()
    loaded = ChatCompletionClient.load_component(dumped.model_dump(mode="json"))

    assert dumped.provider == "autogen_ext.models.replay.ReplayChatCompletionClient"
    assert dumped.component_type == "replay_chat_completion_client"
    assert isinstance(loaded, ReplayChatCompletionClient)
    assert loaded.chat_completions == ["one", CALLS]


async def test_strict_complains_of_answers_left() -> None:
    client = ReplayChatCompletionClient(["one", "two"], strict=True)
    await client.create(said("a"))

    with pytest.raises(ValueError, match="1 of 2"):
        await client.close()
    await ReplayChatCompletionClient(["one"]).close()


async def test_branches_and_windows_of_a_conversation_are_counted_right() -> None:
    texts = ["one", "two words", "now three words", "and so four words"]
    a, b, c, d = said(*texts)
    system = SystemMessage(content="s")
    requests = [
        [system, a],
        [system, a, b],
        [system, a],
        [system, c, d],
        [system, a, b, c],
        [d],
        [],
    ]
    client = ReplayChatCompletionClient(["x"] * len(requests))

    counted = [(await client.create(request)).usage.prompt_tokens for request in requests]

    assert counted == [client.count_tokens(request) for request in requests]
    assert [call["messages"] for call in client.create_calls] == requests


async def test_a_growing_conversation_is_kept_once() -> None:
    client = ReplayChatCompletionClient(["x"] * 600)
    messages = said("a")

    for _ in range(600):
        await client.create(list(messages))
        messages += said("a")

    kept = {id(call.asked.thread) for call in client._calls}
    assert len(kept) == 1
    assert sys.getsizeof(client._calls[-1].asked.thread.messages) < 16_000


async def test_the_run_is_told_of_calls() -> None:
    seen: list[Any] = []

    class Run(RunContext):
        def emit(self, event: object) -> None:
            seen.append(event)

    client = ReplayChatCompletionClient(["one two", "three"])
    with entered_run(Run()):
        await client.create(said("a"))
        _ = [item async for item in client.create_stream(said("a"))]

    assert all(isinstance(event, LLMCallEvent) for event in seen)
    assert [event.completion_tokens for event in seen] == [2, 1]
