"""Providers that fail: the SDK's own errors come through, and can be told apart."""

import asyncio

import pytest

from studio._kit.faults import classify
from studio._kit.retries import Retry, told
from studio.core.models import ChatCompletionClient
from studio.ext.models._shared import persistence
from tests.contract.providers.conftest import Build
from tests.support.provider import ProviderServer, Reply
from tests.support.provider.vendors import Vendor
from tests.support.questions import HELLO, streamed


@pytest.mark.parametrize("stream", [False, True], ids=["at-once", "streamed"])
@pytest.mark.parametrize(
    ("status", "kind", "retryable"),
    [
        (400, "bad_request", False),
        (403, "forbidden", False),
        (404, "not_found", False),
        (429, "rate_limit", True),
        (500, "server", True),
        (503, "overloaded", True),
        (529, "overloaded", True),
    ],
)
async def test_a_status_is_told_by_the_sdks_own_error(
    client: ChatCompletionClient,
    server: ProviderServer,
    vendor: Vendor,
    status: int,
    kind: str,
    retryable: bool,
    stream: bool,
) -> None:
    server.push(Reply(failure="status", status=status, error="not today"))

    with pytest.raises(Exception, match="not today") as caught:
        await (streamed(client, HELLO) if stream else client.create(HELLO))

    package = "openai" if vendor.name == "azure" else vendor.name
    assert type(caught.value).__module__.startswith(package)
    fault = classify(caught.value)
    assert (fault.kind, fault.status, fault.retryable) == (kind, status, retryable)


async def test_a_wrong_key_is_told(build: Build) -> None:
    client = build(key="sk-wrong-key")

    with pytest.raises(Exception, match="401") as caught:
        await client.create(HELLO)

    assert classify(caught.value).kind == "auth"
    assert "sk-wrong-key" not in str(caught.value)


async def test_a_provider_says_how_long_to_wait(
    client: ChatCompletionClient, server: ProviderServer, vendor: Vendor
) -> None:
    server.push(Reply(failure="status", status=429, retry_after_s=7))

    with pytest.raises(Exception, match="429") as caught:
        await client.create(HELLO)

    assert classify(caught.value).retry_after_s == (7 if vendor.retries else None)


async def test_a_failed_call_is_tried_again_as_often_as_configured(
    build: Build, server: ProviderServer, vendor: Vendor
) -> None:
    if not vendor.retries:
        return
    client = build(max_retries=1)
    server.push(Reply(failure="status", status=500, retry_after_s=0.01), Reply(text="At last."))

    result = await client.create(HELLO)

    assert result.content == "At last."
    assert len(server.requests) == 2


@pytest.mark.parametrize("stream", [False, True], ids=["at-once", "streamed"])
@pytest.mark.parametrize(
    ("reply", "kind", "asked"),
    [
        (Reply(failure="status", status=429, retry_after_s=0.01), "rate_limit", True),
        (Reply(failure="status", status=500, retry_after_s=0.01), "server", True),
        (Reply(failure="status", status=529), "overloaded", False),
        (Reply(failure="drop"), "connection", False),
    ],
    ids=["429", "500", "529", "drop"],
)
async def test_who_listens_is_told_of_each_retry_before_the_wait(
    build: Build,
    server: ProviderServer,
    vendor: Vendor,
    reply: Reply,
    kind: str,
    asked: bool,
    stream: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not vendor.retries:
        return
    monkeypatch.setattr(persistence, "_FIRST_WAIT_S", 0.001)
    client = build(max_retries=3)
    server.push(reply, reply, Reply(text="At last."))
    heard: list[tuple[Retry, int]] = []

    with told(lambda retry: heard.append((retry, len(server.requests)))):
        answer = (await streamed(client, HELLO))[1] if stream else await client.create(HELLO)

    assert answer.content == "At last."
    assert [(retry.attempt, retry.of, retry.asked, sent) for retry, sent in heard] == [
        (1, 4, asked, 1),
        (2, 4, asked, 2),
    ]
    assert {classify(retry.error).kind for retry, _ in heard} == {kind}
    assert all(retry.wait_s > 0 for retry, _ in heard)


async def test_without_a_word_about_it_a_call_is_made_three_times(
    build: Build, server: ProviderServer, vendor: Vendor
) -> None:
    if not vendor.retries:
        return
    reply = Reply(failure="status", status=429, retry_after_s=0.01)
    server.push(reply, reply, reply, Reply(text="Too late."))

    with pytest.raises(Exception, match="429"):
        await build(max_retries=None).create(HELLO)

    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "reply",
    [
        Reply(failure="status", status=400),
        Reply(failure="status", status=401),
        Reply(failure="status", status=429, retry_after_s=3600),
    ],
    ids=lambda reply: str(reply.status),
)
async def test_what_waiting_does_not_help_is_not_tried_again(
    build: Build, server: ProviderServer, reply: Reply
) -> None:
    server.push(reply)

    with pytest.raises(Exception, match=str(reply.status)):
        await build(max_retries=3).create(HELLO)

    assert len(server.requests) == 1


async def test_an_sdk_of_ones_own_keeps_its_own_way(build: Build, vendor: Vendor) -> None:
    if not vendor.retries:
        return
    client = build(max_retries=3)
    sdk = client._client  # type: ignore[attr-defined]
    assert sdk.max_retries == 0
    client._client = sdk.with_options(max_retries=0)  # type: ignore[attr-defined]

    heard: list[Retry] = []
    with told(heard.append), pytest.raises(Exception):  # noqa: B017, PT011
        await client.create(HELLO, extra_create_args={"timeout": 0.000001})

    assert heard == []


async def test_silence_ends_with_the_timeout(build: Build, server: ProviderServer) -> None:
    client = build(timeout=0.2)
    server.push(Reply(failure="hang"))

    with pytest.raises(Exception) as caught:  # noqa: PT011 - every SDK has its own
        await asyncio.wait_for(client.create(HELLO), 5)

    assert classify(caught.value).kind == "timeout"


async def test_a_stream_that_breaks_off_is_an_error_after_what_came(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(text="one two three four five six", failure="cut", chunk_delay_s=0.02))
    seen: list[object] = []

    async def read() -> None:
        async for piece in client.create_stream(HELLO):
            seen.append(piece)  # noqa: PERF401 - what came before the error counts

    with pytest.raises(Exception) as caught:  # noqa: PT011 - every SDK has its own
        await read()

    assert seen
    assert seen == ["one", " two", " three"][: len(seen)]
    assert classify(caught.value).kind == "connection"


async def test_an_unreachable_provider_is_told(
    build: Build, server: ProviderServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "port", 9)

    with pytest.raises(Exception) as caught:  # noqa: PT011 - every SDK has its own
        await build().create(HELLO)

    assert classify(caught.value).kind == "connection"


async def test_an_answer_that_is_no_answer_is_told(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(failure="malformed"))

    with pytest.raises(Exception) as caught:  # noqa: PT011 - every SDK has its own
        await client.create(HELLO)

    assert classify(caught.value).kind == "bad_answer"


async def test_after_a_failure_the_client_goes_on(
    client: ChatCompletionClient, server: ProviderServer
) -> None:
    server.push(Reply(failure="status", status=500))
    with pytest.raises(Exception, match="500"):
        await client.create(HELLO)

    assert (await client.create(HELLO)).content == "You said: Hello"
