"""Model clients over HTTP: what a call and a stream cost on top of the vendors' SDKs."""

import asyncio
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import anthropic
import openai

from studio.agentchat.agents import AssistantAgent
from studio.agentchat.base import TaskResult
from studio.agentchat.teams import RoundRobinGroupChat
from studio.core import ComponentLoader
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    LLMMessage,
    UserMessage,
)
from studio.ext.models.anthropic import AnthropicChatCompletionClient
from studio.ext.models.openai import OpenAIChatCompletionClient
from tests.bench.report import Row
from tests.support.provider import Reply, anthropic_wire, openai_wire

CHUNKS = 5_000
HISTORY = 200
HISTORY_TEXT = "A sentence of a conversation that has been going on for some time. " * 3
CLAUDE = "claude-opus-4-6"


def measure() -> Iterator[Row]:
    """Yield the cost of calls, of streams, and of loading a team."""
    with _raw_server() as port:
        yield from asyncio.run(_measure_calls(port))
        yield from asyncio.run(_measure_streams(port))
    yield from _measure_loading()


async def _measure_calls(port: int) -> list[Row]:
    rows: list[Row] = []
    for side in _sides(port):
        spent = await _cheapest(lambda s=side: _call(s.client), 15)
        beside = await _cheapest(side.sdk_call, 8)
        subject = f"{side.vendor}: a call with {HISTORY} messages holds the loop"
        rows.append(Row(subject, spent * 1e3, "ms", 10, beside=f"the SDK alone {beside * 1e3:.1f}"))
        await side.close()
    return rows


async def _measure_streams(port: int) -> list[Row]:
    rows: list[Row] = []
    for side in _sides(port):
        vendor = side.vendor
        alone = await _cheapest(lambda s=side: _drain_sdk(s), 4)
        through_client = await _cheapest(lambda s=side: _drain_client(s.client), 4)
        through_team = await _cheapest(lambda s=side: _drain_team(s.client), 4)
        micro = 1e6 / CHUNKS
        rows += [
            Row(f"{vendor}: a streamed chunk in the SDK alone", alone * micro, "us"),
            Row(f"{vendor}: a streamed chunk in our client", through_client * micro, "us"),
            Row(f"{vendor}: a streamed chunk in a team", through_team * micro, "us"),
            Row(f"{vendor}: team over SDK", through_team / alone, "times", 1.3),
        ]
        await side.close()
    return rows


def _measure_loading() -> Iterator[Row]:
    member = AssistantAgent(
        "member_0", OpenAIChatCompletionClient(model="gpt-4o", api_key="sk-test-key")
    )
    document = RoundRobinGroupChat([member]).dump_component().model_dump()
    one = document["config"]["participants"][0]
    document["config"]["participants"] = [
        {**one, "config": {**one["config"], "name": f"member_{n}"}} for n in range(50)
    ]
    times: list[float] = []
    for _ in range(7):
        began = time.perf_counter()
        ComponentLoader.load_component(document, RoundRobinGroupChat)
        times.append(time.perf_counter() - began)
    yield Row("loading a team of 50 agents from JSON", min(times) * 1e3, "ms", 100)
    text = json.dumps(document, default=lambda secret: secret.get_secret_value())
    code = (
        "import json, sys, time; from studio.core import ComponentLoader\n"
        "from studio.agentchat.teams import RoundRobinGroupChat\n"
        "import studio.ext.models.openai\n"
        "document = json.load(sys.stdin); began = time.perf_counter()\n"
        "ComponentLoader.load_component(document, RoundRobinGroupChat)\n"
        "print(time.perf_counter() - began)"
    )
    fresh = [
        float(
            subprocess.run(
                [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(3)
    ]
    yield Row("the same in a fresh process", statistics.median(fresh) * 1e3, "ms", 100)


_HISTORY: list[LLMMessage] = [
    UserMessage(content=HISTORY_TEXT, source="user")
    if number % 2 == 0
    else AssistantMessage(content=HISTORY_TEXT, source="assistant")
    for number in range(HISTORY)
]


@dataclass(frozen=True)
class _Side:
    """A vendor's SDK beside our client over it."""

    vendor: str
    sdk: Any
    client: ChatCompletionClient
    method: Callable[..., Awaitable[Any]]
    arguments: dict[str, Any]

    async def sdk_call(self) -> None:
        message = {"role": "user", "content": HISTORY_TEXT}
        await self.method(messages=[message] * HISTORY, **self.arguments)

    async def close(self) -> None:
        await self.sdk.close()
        await self.client.close()


def _sides(port: int) -> list[_Side]:
    base = f"http://127.0.0.1:{port}"
    gpt = openai.AsyncOpenAI(api_key="k", base_url=f"{base}/v1")
    claude = anthropic.AsyncAnthropic(api_key="k", base_url=base)
    return [
        _Side(
            "OpenAI",
            gpt,
            OpenAIChatCompletionClient(model="gpt-4o", api_key="k", base_url=f"{base}/v1"),
            gpt.chat.completions.create,
            {"model": "gpt-4o"},
        ),
        _Side(
            "Anthropic",
            claude,
            AnthropicChatCompletionClient(model=CLAUDE, api_key="k", base_url=base),
            claude.messages.create,
            {"model": CLAUDE, "max_tokens": 9},
        ),
    ]


async def _call(client: ChatCompletionClient) -> None:
    await client.create(_HISTORY)


async def _drain_sdk(side: _Side) -> None:
    message = {"role": "user", "content": "hi"}
    stream = await side.method(messages=[message], stream=True, **side.arguments)
    async for _ in stream:
        pass


async def _drain_client(client: ChatCompletionClient) -> None:
    async for _ in client.create_stream([UserMessage(content="hi", source="user")]):
        pass


async def _drain_team(client: ChatCompletionClient) -> None:
    agent = AssistantAgent("writer", client, model_client_stream=True)
    team = RoundRobinGroupChat([agent], max_turns=1)
    seen = 0
    async for event in team.run_stream(task="hi"):
        seen += not isinstance(event, TaskResult)
    if seen < CHUNKS:
        raise RuntimeError(f"only {seen} events came through the team")


async def _cheapest(call: Callable[[], Awaitable[None]], repeats: int) -> float:
    """Return the least CPU time that this thread, and so its event loop, spends on a call."""
    await call()
    times: list[float] = []
    for _ in range(repeats):
        began = time.thread_time()
        await call()
        times.append(time.thread_time() - began)
    return min(times)


@contextmanager
def _raw_server() -> Generator[int]:
    """Serve answers made beforehand, in a thread, with as little work as can be."""
    loop = asyncio.new_event_loop()
    ready: threading.Event = threading.Event()
    ports: list[int] = []

    async def serve() -> None:
        server = await asyncio.start_server(_answer, "127.0.0.1", 0, limit=2**24)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.create_task(serve())  # noqa: RUF006 - the loop runs until it is stopped
        loop.run_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait(10)
    yield ports[0]
    asyncio.run_coroutine_threadsafe(_cancel_others(), loop).result(10)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


async def _cancel_others() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _bodies() -> dict[tuple[bool, bool], bytes]:
    reply = Reply(text="word " * CHUNKS, pieces=CHUNKS)
    short = Reply(text="ok")
    return {
        (False, False): json.dumps(openai_wire.completion("gpt-4o", short)).encode(),
        (False, True): b"".join(openai_wire.stream("gpt-4o", reply, include_usage=False)),
        (True, False): json.dumps(anthropic_wire.message(CLAUDE, short)).encode(),
        (True, True): b"".join(anthropic_wire.stream(CLAUDE, reply)),
    }


BODIES = _bodies()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = int(head.lower().split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
            body = await reader.readexactly(length)
            streamed = b'"stream":true' in body
            answer = BODIES[b"/messages" in head.split(b"\r\n", 1)[0], streamed]
            kind = b"text/event-stream" if streamed else b"application/json"
            writer.write(
                b"HTTP/1.1 200 OK\r\ncontent-type: "
                + kind
                + b"\r\ncontent-length: "
                + str(len(answer)).encode()
                + b"\r\n\r\n"
                + answer
            )
            await writer.drain()
    writer.close()
