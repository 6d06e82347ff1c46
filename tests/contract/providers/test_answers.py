"""Texts, thoughts, usage and stop reasons, streamed and at once."""

import pytest

from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelFamily,
    ModelInfo,
    RequestUsage,
    SystemMessage,
    UserMessage,
)
from tests.contract.providers.conftest import Build
from tests.support.provider import ProviderServer, Reply
from tests.support.provider.vendors import Vendor, roles
from tests.support.questions import HELLO, streamed, usage_wanted


async def test_a_question_is_answered(client: ChatCompletionClient, server: ProviderServer) -> None:
    server.push(Reply(text="Hello there.", prompt_tokens=3, completion_tokens=4))

    result = await client.create(HELLO)

    assert result == CreateResult(
        finish_reason="stop",
        content="Hello there.",
        usage=RequestUsage(prompt_tokens=3, completion_tokens=4),
        cached=False,
    )


async def test_a_stream_yields_the_text_in_pieces_and_then_what_create_returns(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    reply = Reply(text="One two three.", prompt_tokens=3, completion_tokens=4)
    server.push(reply, reply)

    at_once = await client.create(HELLO)
    pieces, result = await streamed(client, HELLO, **usage_wanted(client))

    assert pieces == ["One", " two", " three."]
    assert result == at_once


async def test_a_thought_is_kept_apart_from_the_text(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    reply = Reply(text="Four.", thought="Two and two.")
    server.push(reply, reply)

    at_once = await client.create(HELLO)
    _, result = await streamed(client, HELLO, **usage_wanted(client))

    assert (at_once.thought, at_once.content) == ("Two and two.", "Four.")
    assert result == at_once


async def test_letters_of_any_script_arrive_whole(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    text = "Grüße, 世界 \u2028 \U0001f44b\nEnde"
    server.push(Reply(text=text), Reply(text=text, pieces=7))

    at_once = await client.create([UserMessage(content=text, source="user")])
    pieces, _ = await streamed(client, HELLO)

    assert at_once.content == "".join(pieces) == text
    assert repr(text)[1:-1] in repr(server.requests[0])


async def test_usage_adds_up(client: ChatCompletionClient, server: ProviderServer) -> None:
    reply = Reply(text="a b", prompt_tokens=10, completion_tokens=2)
    server.push(reply, reply)

    await client.create(HELLO)
    await streamed(client, HELLO, **usage_wanted(client))

    assert client.total_usage() == RequestUsage(prompt_tokens=20, completion_tokens=4)
    assert client.actual_usage() == client.total_usage()


@pytest.mark.parametrize("ended", ["length", "filtered"])
async def test_an_answer_that_was_ended_says_so(
    client: ChatCompletionClient, server: ProviderServer, vendor: Vendor, ended: str
) -> None:
    if ended == "filtered" and not vendor.filters:
        return
    reply = Reply(text="Once upon a", ended=ended)  # pyright: ignore[reportArgumentType] - from the list above
    server.push(reply, reply)

    at_once = await client.create(HELLO)
    _, result = await streamed(client, HELLO)

    expected = "length" if ended == "length" else "content_filter"
    assert at_once.finish_reason == result.finish_reason == expected


async def test_a_conversation_is_sent_in_order(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    conversation: list[LLMMessage] = [
        SystemMessage(content="Be brief."),
        UserMessage(content="Hi", source="user"),
        AssistantMessage(content="Hi.", source="helper"),
        UserMessage(content="How are you?", source="user"),
    ]

    await client.create(conversation)

    assert roles(server.requests[0]) == ["system", "user", "assistant", "user"]


async def test_adjacent_system_messages_are_one_where_the_model_takes_one(
    build: Build, server: ProviderServer
) -> None:
    client = build(model="m", model_info=_info(multiple_system_messages=False))
    system = [SystemMessage(content="Be brief."), SystemMessage(content="Be kind.")]

    await client.create([*system, *HELLO])

    assert roles(server.requests[0]) == ["system", "user"]
    assert "Be brief.\\nBe kind." in repr(server.requests[0])


async def test_system_messages_apart_are_refused_where_the_model_takes_one(build: Build) -> None:
    client = build(model="m", model_info=_info(multiple_system_messages=False))

    with pytest.raises(ValueError, match="Multiple and Not continuous system messages"):
        await client.create([SystemMessage(content="a"), *HELLO, SystemMessage(content="b")])


async def test_tokens_are_counted_without_the_network(client: ChatCompletionClient) -> None:
    short = client.count_tokens(HELLO)
    long = client.count_tokens([UserMessage(content="word " * 400, source="user")])

    assert 0 < short < 20
    assert 300 < long < 700
    assert client.remaining_tokens(HELLO) > client.remaining_tokens(HELLO * 50) > 0


def _info(*, multiple_system_messages: bool) -> ModelInfo:
    return ModelInfo(
        vision=True,
        function_calling=True,
        json_output=True,
        family=ModelFamily.UNKNOWN,
        structured_output=True,
        multiple_system_messages=multiple_system_messages,
    )
