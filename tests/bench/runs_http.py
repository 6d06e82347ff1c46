"""Runs over HTTP: a server process of its own, one client."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.report import Row
from tests.support.api_server import ApiServer
from tests.support.run_client import RunClient
from tests.support.run_models import agent, replay_model, team

LONG = 10_000
CHUNKS = 20_000


@asynccontextmanager
async def served() -> AsyncGenerator[tuple[ApiServer, RunClient]]:
    with tempfile.TemporaryDirectory() as directory:
        server = ApiServer(Path(directory)).start()
        try:
            async with RunClient(server.url) as client:
                client.http.timeout = 600
                await client.ended(await client.start(team(agent("a", "x"), turns=1)))
                yield server, client
        finally:
            server.kill()


async def delay() -> float:
    """Return how long after it happened an event is at the client, in milliseconds."""
    delays: list[float] = []
    async with served() as (_, client):
        run_id = await client.start(team(agent("a", "x", delay_s=0.02), turns=50))
        async for event in client.follow(run_id):
            if event["type"] == "message":
                late = datetime.now(UTC) - datetime.fromisoformat(event["ts"])
                delays.append(late.total_seconds() * 1000)
    return statistics.median(delays)


async def chunks() -> tuple[float, float]:
    """Return words a second from the model to the client, and the share of a core."""
    async with served() as (server, client):
        model = replay_model(" ".join(["word"] * CHUNKS))
        run_id = await client.start(team(agent("a", model=model), turns=1))
        began, cpu = time.perf_counter(), server.cpu_s()
        await client.ended(run_id)
        return CHUNKS / (time.perf_counter() - began), server.cpu_s() - cpu


@dataclass
class LongRun:
    """What a long run takes of a server."""

    ms: float
    cpu_ms: float
    memory_mb: float
    page_ms: float
    page_cpu_ms: float


async def long_run() -> LongRun:
    context = {
        "provider": "autogen_core.model_context.BufferedChatCompletionContext",
        "component_type": "chat_completion_context",
        "config": {"buffer_size": 10},
    }
    component = team(agent("a", "some words", model_context=context), turns=LONG)
    async with served() as (server, client):
        memory, began, cpu = server.memory_mb(), time.perf_counter(), server.cpu_s()
        run_id = await client.start(component)
        last = 0
        async for event in client.follow(run_id):
            last = event["seq"] or last
        ms, cpu_ms = (time.perf_counter() - began) * 1000, (server.cpu_s() - cpu) * 1000
        memory, cpu = server.memory_mb() - memory, server.cpu_s()
        pages: list[float] = []
        for seq in range(0, last, 500):
            began = time.perf_counter()
            await client.http.get(f"/api/runs/{run_id}/events", params={"after": seq, "limit": 500})
            pages.append((time.perf_counter() - began) * 1000)
        page_cpu_ms = (server.cpu_s() - cpu) * 1000 / len(pages)
        return LongRun(ms / LONG, cpu_ms / LONG, memory, statistics.median(pages), page_cpu_ms)


def measure() -> Iterator[Row]:
    """Yield the numbers of runs over HTTP."""
    subject = "event at an SSE subscriber after it happened, median"
    yield Row(subject, asyncio.run(delay()), "ms", 20)
    rate, cpu_s = asyncio.run(chunks())
    yield Row("words a second from a model to an SSE subscriber", rate, "/s", 5000, at_least=True)
    yield Row("CPU of the server for 5,000 of them", cpu_s * 5000 / CHUNKS, "s", 1)
    long = asyncio.run(long_run())
    beside = f"CPU of the server {long.cpu_ms:.2f} ms"
    yield Row(f"a message of a run of {LONG:,}, watched", long.ms, "ms", beside=beside)
    yield Row(f"memory the server has grown by after {LONG:,}", long.memory_mb, "MB")
    beside = f"CPU of the server {long.page_cpu_ms:.2f} ms"
    yield Row("a page of 500 of its events, median", long.page_ms, "ms", 50, beside=beside)
