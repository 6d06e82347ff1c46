"""`kill -9` at random points, fifty times: nothing that was seen is lost, nothing happens twice."""

import asyncio
import contextlib
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
import pytest

from studio.domain.run_event import is_final
from tests.support.api_server import ApiServer
from tests.support.run_models import agent, team, tool_agent

KILLS = 50
AT_ONCE = 4
TURNS = 40
SEED = 20_260

AFTER_THE_TOOL = "it is noted and now some more words"
COMPONENT = team(
    # The turn goes on for a while after its tool has been called.
    tool_agent(
        "a",
        'call:note:{"text": "{task} {step}"}',
        AFTER_THE_TOOL,
        max_tool_iterations=2,
        piece_delay_s=0.004,
    ),
    agent("b", "these are several words that come one by one", piece_delay_s=0.004),
    turns=TURNS,
)
UNDISTURBED = ["b: these are several words that come one by one"] * (TURNS // 2)


class Client:
    """Starts runs and remembers every event it has ever been shown."""

    def __init__(self, url: str) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=10)
        self.seen: dict[str, list[str]] = defaultdict(list)
        self.turns_seen_in: dict[tuple[str, int], int] = {}
        self.tasks: dict[str, str] = {}
        self.ended: set[str] = set()
        self.hit: set[int] = set()
        """Lives that ended while a run was known to be at work."""
        self.began_in: dict[str, int] = {}
        """The life in which a run was last seen to work."""
        self.interruptions = 0
        """How often the server says that it found a run whose driver was gone."""
        self.at_work = asyncio.Event()
        self.half_turns = 0
        """How often a turn had to be taken again."""
        self.all_ended = asyncio.Event()

    @property
    def active(self) -> list[str]:
        return [run_id for run_id in self.tasks if run_id not in self.ended]

    async def start_run(self) -> None:
        task = f"task-{len(self.tasks)}"
        answer = await self.http.post("/api/runs", json={"component": COMPONENT, "task": task})
        if answer.status_code == 201:
            self.tasks[answer.json()["run_id"]] = task
            self.all_ended.clear()

    async def watch(self, life: int) -> None:
        while True:
            positions = ",".join(f"{run_id}:{len(self.seen[run_id])}" for run_id in self.active)
            with contextlib.suppress(httpx.HTTPError):
                await self._follow(positions, life)
            await asyncio.sleep(0.01)

    async def _follow(self, positions: str, life: int) -> None:
        async with self.http.stream("GET", f"/api/stream?runs={positions}") as stream:
            async for line in stream.aiter_lines():
                if line.startswith('data: {"run_id"'):
                    self._see(line[6:], life)

    def _see(self, text: str, life: int) -> None:
        event: dict[str, Any] = json.loads(text)
        seq, run_id = event["seq"], event["run_id"]
        if seq is None:
            return
        assert seq == len(self.seen[run_id]) + 1, "a gap or a repeat"
        self.seen[run_id].append(text)
        if event["type"] in {"message", "tool_call", "model_call", "turn"} and life >= 0:
            self.began_in[run_id] = life
            self.at_work.set()
        self.half_turns += event["type"] == "discarded"
        self.interruptions += event["body"].get("code") == "server_gone"
        if event["type"] == "turn":
            self.turns_seen_in.setdefault((run_id, event["body"]["turn"]), life)
        if event["type"] == "status" and is_final(event["body"]["status"]):
            self.ended.add(run_id)
            if not self.active:
                self.all_ended.set()

    async def log_of(self, run_id: str) -> list[dict[str, Any]]:
        answer = await self.http.get(f"/api/runs/{run_id}/events", params={"limit": 10_000})
        return answer.json()["events"]


async def live(server: ApiServer, client: Client, life: int, until_s: float | None) -> None:
    server.env["LIFE"] = str(life)
    await asyncio.to_thread(server.start)
    while len(client.active) < AT_ONCE and until_s is not None:
        await client.start_run()
    client.at_work.clear()
    watcher = asyncio.ensure_future(client.watch(life))
    try:
        if until_s is not None:
            if life % 10:  # every tenth kill may come before anything is done
                async with asyncio.timeout(30):
                    await client.at_work.wait()
            await asyncio.sleep(until_s)
        else:
            async with asyncio.timeout(90):
                await client.all_ended.wait()
    finally:
        if until_s is not None:
            if any(client.began_in.get(run_id) == life for run_id in client.active):
                client.hit.add(life)
            server.kill()
        watcher.cancel()
        await asyncio.wait({watcher})
        if not watcher.cancelled() and (error := watcher.exception()) is not None:
            raise error


@pytest.fixture
def appdir(tmp_path: Path) -> Path:
    return tmp_path


@pytest.mark.timeout(400)  # fifty lives take a minute by themselves, and more on a busy machine
async def test_a_server_that_is_killed_loses_nothing(appdir: Path) -> None:
    rng = random.Random(SEED)
    notes = appdir / "notes.txt"
    notes.touch()
    server = ApiServer(appdir, env={"NOTES_FILE": str(notes)})
    client = Client(server.url)

    try:
        for life in range(KILLS):
            await live(server, client, life, rng.uniform(0.0, 0.4))
        await live(server, client, KILLS, None)

        written = [line.split(" ", 1) for line in notes.read_text().splitlines()]
        for run_id, task in client.tasks.items():
            await check_run(client, run_id, task, written)
        # The kills have to have hit something: runs in the middle of their turns.
        assert len(client.hit) >= KILLS * 0.8, sorted(client.hit)
        assert client.interruptions >= KILLS
        assert client.half_turns > 0
    finally:
        await client.http.aclose()
        server.kill()


async def check_run(client: Client, run_id: str, task: str, written: list[list[str]]) -> None:
    log = await client.log_of(run_id)
    gone: set[int] = set()
    for event in log:
        if event["type"] == "discarded":
            gone.update(range(event["body"]["from_seq"], event["body"]["to_seq"] + 1))
    kept = [e for e in log if e["type"] == "message" and e["seq"] not in gone]

    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert [json.loads(text) for text in client.seen[run_id]] == log
    assert log[-1]["body"]["status"] == "completed", log[-1]["body"]
    assert [e["body"]["turn"] for e in log if e["type"] == "turn"] == list(range(1, TURNS + 1))
    words = [e["body"] for e in kept if e["body"]["source"] == "b"]
    assert [f"b: {body['content']}" for body in words] == UNDISTURBED
    executions = [e["body"] for e in kept if e["body"]["type"] == "ToolCallExecutionEvent"]
    assert [body["content"][0]["content"] for body in executions] == [
        json.dumps({"noted": f"{task} {2 * step}"}) for step in range(TURNS // 2)
    ]
    answers = [e["body"] for e in kept if e["body"]["source"] == "a"]
    assert [x["content"] for x in answers if x["type"] == "TextMessage"] == [AFTER_THE_TOOL] * (
        TURNS // 2
    )
    for step in range(TURNS // 2):
        lives = [int(life) for life, note in written if note == f"{task} {2 * step}"]
        seen_in = client.turns_seen_in[run_id, 2 * step + 1]
        assert lives
        assert len(set(lives)) == len(lives), "a tool was called twice in one life"
        assert max(lives) <= seen_in, "a tool was called again after its turn was completed"
