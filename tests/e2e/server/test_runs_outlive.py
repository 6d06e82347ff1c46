"""Servers that are told to end, disks that fill up, runs that are long: on a real process."""

import asyncio
import resource
from pathlib import Path

from tests.support.api_server import ApiServer
from tests.support.run_client import RunClient, is_turn, said
from tests.support.run_models import agent, replay_model, team, user
from tests.support.studio_server import StudioServer

LONG = 10_000
KB_A_MESSAGE = 4
"""What a team remembers of what was said; nothing else may grow."""


async def test_a_server_that_is_told_to_end_leaves_runs_to_be_taken_up(
    own_server: ApiServer,
) -> None:
    own_server.start()
    async with RunClient(own_server.url) as client:
        working = await client.start(team(agent("a", "one two three", delay_s=0.02), turns=40))
        asking = await client.start(team(user(), agent("b", "thanks"), turns=2))
        staying = await client.start(
            team(agent("a", "one", delay_s=0.02), turns=200), options={"resume_on_start": False}
        )
        await client.until(working, is_turn(3))
        await client.until(staying, is_turn(3))
        [question] = (await client.http.get("/api/runs/questions")).json()

        await asyncio.to_thread(own_server.stop)
        await asyncio.to_thread(own_server.start)

        assert (await client.get(staying))["status"] == "interrupted"
        await client.http.post(f"/api/runs/{staying}/cancel")
        answer = {"request_id": question["request_id"], "value": "fine"}
        answered = await client.http.post(f"/api/runs/{asking}/input", json=answer)
        assert answered.status_code == 200, answered.text
        assert (await client.ended(asking))["status"] == "completed"
        assert (await client.ended(working))["status"] == "completed"
        log = await client.events(working)
        assert said(log) == [("user", "Go."), *[("a", "one two three")] * 40]
        codes = [e["body"].get("code") for e in log if e["type"] == "status"]
        assert codes == [None, None, "server_stopped", None, None]


def test_the_whole_studio_ends_in_good_order_too(tmp_path: Path) -> None:
    server = StudioServer(tmp_path).start()
    try:
        asyncio.run(_interrupt_and_go_on(server))
    finally:
        server.kill()


async def _interrupt_and_go_on(server: StudioServer) -> None:
    model = replay_model(*["one two"] * 30)
    model["config"]["words_per_second"] = 20
    async with RunClient(server.url) as client:
        client.http.headers["Authorization"] = f"Bearer {server.token}"
        run_id = await client.start(team(agent("a", model=model), turns=30))
        await client.until(run_id, is_turn(3))

        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

        assert (await client.ended(run_id))["status"] == "completed"
        log = await client.events(run_id)
        assert said(log) == [("user", "Go."), *[("a", "one two")] * 30]
        statuses = [e["body"]["status"] for e in log if e["type"] == "status"]
        assert statuses == ["queued", "running", "interrupted", "running", "completed"]


async def test_runs_wait_while_the_disk_is_full(own_server: ApiServer) -> None:
    own_server.file_limit = 1_500_000
    own_server.start()
    component = team(agent("a", "many words " * 200, delay_s=0.001), turns=300)
    async with RunClient(own_server.url) as client:
        run_id = await client.start(component)
        other = await client.start(component)

        notice = await client.until(run_id, lambda e: e["body"].get("code") == "storage.database")

        assert notice["seq"] is None
        assert notice["body"]["status"] == "running"
        standing = await client.get(run_id)
        assert (standing["status"], standing["code"]) == ("running", "storage.database")
        assert standing["reason"]
        large = {"component": component, "task": "Go. " * 100_000}  # more than what may be left
        refused = await client.http.post("/api/runs", json=large)
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "storage.database"

        assert own_server.pid is not None
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(own_server.pid, resource.RLIMIT_FSIZE, unlimited)

        for each in (run_id, other):
            assert (await client.ended(each))["status"] == "completed"
            log = await client.events(each)
            assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
            assert [e["body"]["turn"] for e in log if e["type"] == "turn"] == list(range(1, 301))


async def test_a_long_run_takes_little_memory(own_server: ApiServer) -> None:
    own_server.start()
    context = {
        "provider": "autogen_core.model_context.BufferedChatCompletionContext",
        "component_type": "chat_completion_context",
        "config": {"buffer_size": 10},
    }
    component = team(agent("a", "some words", model_context=context), turns=LONG)
    async with RunClient(own_server.url) as client:
        run_id = await client.start(component)
        early = 0.0

        async with asyncio.timeout(300):
            async for event in client.follow(run_id):
                if is_turn(2_000)(event):
                    early = own_server.memory_mb()

        assert (await client.get(run_id))["status"] == "completed"
        grown = own_server.memory_mb() - early
        assert grown * 1024 / (LONG - 2_000) < KB_A_MESSAGE
        last = await client.events(run_id, after=3 * LONG - 100, limit=500)
        assert [event["seq"] for event in last[:2]] == [3 * LONG - 99, 3 * LONG - 98]
