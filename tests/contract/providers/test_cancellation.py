"""A cancelled call ends at once and leaves nothing behind."""

import asyncio

import pytest

from studio.core import CancellationToken
from studio.core.models import ChatCompletionClient
from tests.support.provider import ProviderServer, Reply
from tests.support.questions import HELLO, streamed


async def test_a_call_without_an_answer_can_be_cancelled(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(failure="hang"))
    token = CancellationToken()
    call = asyncio.create_task(client.create(HELLO, cancellation_token=token))
    await _arrived(server)

    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(call, 5)
    assert (await client.create(HELLO)).content == "You said: Hello"


async def test_a_stream_can_be_cancelled_in_the_middle(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(text="one two three four", chunk_delay_s=0.3))
    token = CancellationToken()
    seen: list[object] = []

    async def read() -> None:
        async for piece in client.create_stream(HELLO, cancellation_token=token):
            seen.append(piece)
            token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(read(), 5)

    assert seen == ["one"]


async def test_cancelling_a_call_does_not_cancel_its_task(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(failure="hang"))
    token = CancellationToken()
    asyncio.get_running_loop().call_later(0.05, token.cancel)

    with pytest.raises(asyncio.CancelledError):
        await client.create(HELLO, cancellation_token=token)

    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_a_token_that_is_cancelled_already_sends_nothing(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    token = CancellationToken()
    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await client.create(HELLO, cancellation_token=token)
    with pytest.raises(asyncio.CancelledError):
        await streamed(client, HELLO, cancellation_token=token)

    assert server.requests == []


async def test_cancelling_after_the_answer_has_no_effect(client: ChatCompletionClient) -> None:
    token = CancellationToken()

    result = await client.create(HELLO, cancellation_token=token)
    token.cancel()
    await asyncio.sleep(0)

    assert result.content == "You said: Hello"


async def test_a_stream_that_is_left_early_is_closed(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(text="one two three four", chunk_delay_s=0.3))
    before = asyncio.all_tasks()

    stream = client.create_stream(HELLO)
    first = await anext(stream)
    await stream.aclose()

    assert first == "one"
    async with asyncio.timeout(5):
        while asyncio.all_tasks() != before:  # noqa: ASYNC110 - the SDK may have to close the rest
            await asyncio.sleep(0)


async def _arrived(server: ProviderServer) -> None:
    async with asyncio.timeout(5):
        while not server.requests:  # noqa: ASYNC110 - the server is in another thread
            await asyncio.sleep(0.01)
