"""A client of the runs of a server over HTTP."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from typing import Any

import httpx

from studio.domain.run_event import is_final

JsonDict = dict[str, Any]

LIMIT_S = 60.0


class RunClient:
    """Starts runs and follows them by server-sent events."""

    def __init__(self, url: str) -> None:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        self.http = httpx.AsyncClient(base_url=url, timeout=30, limits=limits)

    async def __aenter__(self) -> "RunClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def start(self, component: JsonDict, task: str = "Go.", **more: Any) -> str:
        body = {"component": component, "task": task, **more}
        answer = await self.http.post("/api/runs", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()["run_id"]

    async def get(self, run_id: str) -> JsonDict:
        return (await self.http.get(f"/api/runs/{run_id}")).json()

    async def events(self, run_id: str, *, after: int = 0, limit: int = 10_000) -> list[JsonDict]:
        params = {"after": after, "limit": limit}
        answer = await self.http.get(f"/api/runs/{run_id}/events", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()["events"]

    async def follow(self, run_id: str, *, after: int = 0) -> AsyncGenerator[JsonDict]:
        """Yield events with the id that the stream gave them; reconnecting is the caller's."""
        headers = {"Accept": "text/event-stream"}
        if after:
            headers["Last-Event-ID"] = str(after)
        address = f"/api/runs/{run_id}/events"
        async with self.http.stream("GET", address, headers=headers) as stream:
            number: str | None = None
            async for line in stream.aiter_lines():
                if line.startswith("id: "):
                    number = line[4:]
                elif line.startswith('data: {"run_id"'):
                    event = json.loads(line[6:])
                    assert event["seq"] is None or str(event["seq"]) == number
                    yield event

    async def until(self, run_id: str, holds: Callable[[JsonDict], bool]) -> JsonDict:
        """Wait for an event."""
        async with asyncio.timeout(LIMIT_S):
            async for event in self.follow(run_id):
                if holds(event):
                    return event
        raise AssertionError("the run ended without it")

    async def ended(self, run_id: str) -> JsonDict:
        """Wait for the end and return how the run stands then."""
        await self.until(run_id, is_end)
        return await self.get(run_id)


def is_end(event: JsonDict) -> bool:
    return event["type"] == "status" and is_final(event["body"]["status"])


def is_turn(number: int) -> Callable[[JsonDict], bool]:
    return lambda event: event["type"] == "turn" and event["body"]["turn"] == number


def said(events: list[JsonDict]) -> list[tuple[str, str]]:
    """Who said what, without what was taken back."""
    gone: set[int] = set()
    for event in events:
        if event["type"] == "discarded":
            gone.update(range(event["body"]["from_seq"], event["body"]["to_seq"] + 1))
    return [
        (event["body"]["source"], event["body"]["content"])
        for event in events
        if event["type"] == "message" and event["seq"] not in gone
    ]
