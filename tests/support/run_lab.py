"""One database with run engines that come and go, and what tests of runs look at."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from studio.domain.run import Run, RunOptions, RunRequest
from studio.domain.run_event import RunEvent, is_final
from studio.runs.engine import RunEngine
from studio.storage.engine import Database

JsonDict = dict[str, Any]

LIMIT_S = 30.0

ON_BOTH_DATABASES = pytest.mark.parametrize(
    "lab", ["inline", pytest.param("inline-on-postgres", marks=pytest.mark.postgres)], indirect=True
)


@dataclass
class Lab:
    """One database, and engines that come and go."""

    make_engine: Callable[[Database, dict[str, str]], RunEngine]
    database: Database
    keys: dict[str, str] = field(default_factory=dict[str, str])
    engines: list[RunEngine] = field(default_factory=list[RunEngine])

    @property
    def engine(self) -> RunEngine:
        return self.engines[-1]

    async def open(self) -> RunEngine:
        engine = self.make_engine(self.database, self.keys)
        self.engines.append(engine)
        await engine.open()
        return engine

    async def restart(self) -> RunEngine:
        """Stop in good order and start again."""
        await self.engine.close()
        return await self.open()

    async def start(self, component: JsonDict, task: Any = "Go.", **request: Any) -> Run:
        options = request.pop("options", RunOptions())
        return await self.engine.submit(
            RunRequest(component=component, task=task, options=options, **request)
        )

    async def run(self, component: JsonDict, task: Any = "Go.", **request: Any) -> Run:
        return await self.ended(await self.start(component, task, **request))

    async def ended(self, run: Run | str) -> Run:
        run_id = run if isinstance(run, str) else run.run_id
        async with asyncio.timeout(LIMIT_S):
            async for _ in self.engine.subscribe(run_id):
                pass
        return await self.engine.get(run_id)

    async def events(self, run: Run | str) -> list[RunEvent]:
        run_id = run if isinstance(run, str) else run.run_id
        return await self.engine.events(run_id, limit=100_000)

    async def until(self, run: Run, holds: Callable[[RunEvent], bool]) -> RunEvent:
        """Wait for an event."""
        async with asyncio.timeout(LIMIT_S):
            async for batch in self.engine.subscribe(run.run_id):
                for event in batch:
                    if holds(event):
                        return event
        raise AssertionError("the run ended without it")

    async def until_status(self, run: Run, status: str) -> RunEvent:
        return await self.until(
            run, lambda event: event.type == "status" and event.body["status"] == status
        )

    async def until_type(self, run: Run, type: str) -> RunEvent:
        return await self.until(run, lambda event: event.type == type)


def said(events: list[RunEvent]) -> list[tuple[str, Any]]:
    """Who said what, without what was taken back."""
    gone: set[int] = set()
    for event in events:
        if event.type == "discarded":
            gone.update(range(event.body["from_seq"], event.body["to_seq"] + 1))
    return [
        (event.body["source"], event.body["content"])
        for event in events
        if event.type == "message"
        and event.seq not in gone
        and event.body["type"].endswith("Message")
    ]


def statuses(events: list[RunEvent]) -> list[str]:
    return [event.body["status"] for event in events if event.type == "status"]


def is_end(event: RunEvent) -> bool:
    return event.type == "status" and is_final(event.body["status"])
