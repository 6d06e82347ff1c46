"""A replay client that answers at a pace."""

import asyncio

import pytest

from studio.core import CancellationToken
from studio.core.models import CreateResult, UserMessage
from studio.ext.models.replay import ReplayChatCompletionClient

TASK = [UserMessage(content="Go", source="user")]


async def test_a_paced_answer_streams_its_words_with_their_line_breaks() -> None:
    client = ReplayChatCompletionClient(["One\n\n- two\n- three"], words_per_second=1000)

    pieces = [piece async for piece in client.create_stream(TASK)]

    assert pieces[:-1] == ["One\n\n", "- ", "two\n", "- ", "three"]
    assert isinstance(pieces[-1], CreateResult)


async def test_cancelling_cuts_a_paced_answer() -> None:
    client = ReplayChatCompletionClient(["word " * 1000], words_per_second=1)
    token = CancellationToken()
    asyncio.get_running_loop().call_soon(token.cancel)

    with pytest.raises(asyncio.CancelledError):
        await client.create(TASK, cancellation_token=token)


def test_the_pace_is_kept_in_documents() -> None:
    client = ReplayChatCompletionClient(["a"], words_per_second=30)

    dumped = client.dump_component()

    assert dumped.config["words_per_second"] == 30
    assert ReplayChatCompletionClient.load_component(dumped).dump_component() == dumped
