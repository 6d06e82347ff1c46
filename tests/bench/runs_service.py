"""What runs cost over the engine alone, with a file database."""

import asyncio
import resource
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from studio._kit import clock
from studio.agentchat.base import Team
from studio.domain.run import Run, RunRequest
from studio.runs.manager import RunManager
from studio.storage.engine import Database
from tests.bench.report import Row
from tests.support.run_models import agent, team

MESSAGES = 300
LONG = 10_000
CHUNKS = 20_000
TRIES = 5


@asynccontextmanager
async def open_engine() -> AsyncGenerator[RunManager]:
    with tempfile.TemporaryDirectory() as directory:
        async with Database(f"sqlite:///{Path(directory) / 'runs.db'}") as database:
            engine = RunManager(database)
            await engine.open()
            await finish(engine, await start(engine, team(agent("a", "x"), turns=1)))
            yield engine
            await engine.close()


async def start(engine: RunManager, component: dict[str, Any]) -> Run:
    return await engine.submit(RunRequest(component=component, task="Go."))


async def finish(engine: RunManager, run: Run) -> None:
    async for _ in engine.subscribe(run.run_id):
        pass


async def overhead() -> float:
    """Return the least of some tries: what disturbs from outside only ever adds."""
    names = ("a", "b", "c")
    component = team(*(agent(name, "one two three") for name in names), turns=MESSAGES)
    alone_s: list[float] = []
    run_s: list[float] = []
    async with open_engine() as engine:
        for _ in range(TRIES):
            alone: Team = Team.load_component(component)
            began = time.perf_counter()
            async for _ in alone.run_stream(task="Go."):
                pass
            alone_s.append(time.perf_counter() - began)
            began = time.perf_counter()
            await finish(engine, await start(engine, component))
            run_s.append(time.perf_counter() - began)
    return (min(run_s) - min(alone_s)) * 1000 / MESSAGES


async def delay() -> float:
    delays: list[float] = []
    async with open_engine() as engine:
        run = await start(engine, team(agent("a", "x", delay_s=0.02), turns=50))
        async for batch in engine.subscribe(run.run_id):
            moment = clock.now()
            delays += [
                (moment - event.ts).total_seconds() * 1000
                for event in batch
                if event.type == "message"
            ]
    return statistics.median(delays)


async def chunks() -> tuple[float, float]:
    async with open_engine() as engine:
        component = team(agent("a", " ".join(["token"] * CHUNKS)), turns=1)
        began, cpu = time.perf_counter(), time.process_time()
        await finish(engine, await start(engine, component))
        return CHUNKS / (time.perf_counter() - began), time.process_time() - cpu


async def many() -> tuple[float, float, float]:
    """Return seconds of many runs at once, of as many teams without the service, and of CPU."""
    component = team(agent("a", "x", delay_s=0.05), turns=20)
    run_s: list[float] = []
    alone_s: list[float] = []
    cpu_s: list[float] = []

    async def alone() -> None:
        loaded: Team = Team.load_component(component)
        await loaded.run(task="Go.")

    async with open_engine() as engine:
        for _ in range(TRIES):
            began = time.perf_counter()
            await asyncio.gather(*(alone() for _ in range(50)))
            alone_s.append(time.perf_counter() - began)
            began, cpu = time.perf_counter(), time.process_time()
            runs = await asyncio.gather(*(start(engine, component) for _ in range(50)))
            await asyncio.gather(*(finish(engine, run) for run in runs))
            run_s.append(time.perf_counter() - began)
            cpu_s.append(time.process_time() - cpu)
    return min(run_s), min(alone_s), min(cpu_s)


async def long_run() -> tuple[float, float, float]:
    context = {
        "provider": "autogen_core.model_context.BufferedChatCompletionContext",
        "component_type": "chat_completion_context",
        "config": {"buffer_size": 10},
    }
    component = team(agent("a", "some words", model_context=context), turns=LONG)
    async with open_engine() as engine:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        run = await start(engine, component)
        began = time.perf_counter()
        await finish(engine, run)
        each = (time.perf_counter() - began) * 1000 / LONG
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        pages: list[float] = []
        for after in range(0, 3 * LONG, 3000):
            began = time.perf_counter()
            events = await engine.events(run.run_id, after=after, limit=500)
            "".join(event.to_json() for event in events)
            pages.append((time.perf_counter() - began) * 1000)
        return each, grown, statistics.median(pages)


def measure() -> Iterator[Row]:
    """Yield the numbers of the runs issue."""
    yield Row("overhead of a run over the engine, per message", asyncio.run(overhead()), "ms", 1)
    yield Row("event at a subscriber after it happened, median", asyncio.run(delay()), "ms", 20)
    rate, cpu_s = asyncio.run(chunks())
    yield Row("chunks through a run to a subscriber", rate, "/s", 5000, at_least=True)
    yield Row("CPU for 5,000 chunks", cpu_s * 5000 / CHUNKS, "s", 1)
    many_s, alone_s, cpu_s = asyncio.run(many())
    beside = f"as many teams without the service {alone_s:.3f} s; CPU {cpu_s:.2f} ms a message"
    yield Row("50 runs at once of 20 messages, 50 ms models", many_s, "s", 1.25, beside=beside)
    each, grown, page = asyncio.run(long_run())
    yield Row(f"a message of a run of {LONG:,}", each, "ms")
    yield Row(f"memory that a run of {LONG:,} messages takes", grown, "MB")
    yield Row(f"a page of 500 events of a run of {LONG:,} messages, median", page, "ms", 50)
