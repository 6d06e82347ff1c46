"""`studio serve` and `studio lite`: one team on a port."""

import asyncio
import json
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.support import team_json as t
from tests.support.command_line import CommandLine, finish
from tests.support.studio_server import free_port

TEAM = {
    **t.round_robin(
        t.agent("baker", model_client=t.replay(*["Bread needs time. TERMINATE"] * 9)),
        termination_condition=t.mention(),
    ),
    "label": "Bakery",
}
KEY = {"Authorization": "Bearer chosen"}


@asynccontextmanager
async def served(
    studio: CommandLine, *arguments: str, **env: str
) -> AsyncGenerator[tuple[str, httpx.AsyncClient]]:
    """Start a server and wait for the line that says where it is."""
    port = free_port()
    process = await studio.start(*arguments, "--port", str(port), **env)
    try:
        async with asyncio.timeout(60):
            assert process.stdout is not None
            line = (await process.stdout.readline()).decode()
            base = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=base, timeout=30) as client:
                await answering(client, process)
                yield line, client
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        done = await finish(process)
        assert "Traceback" not in done.err, done.err
        assert process.returncode in {0, -signal.SIGTERM}, done.err


async def answering(client: httpx.AsyncClient, process: asyncio.subprocess.Process) -> None:
    while process.returncode is None:
        try:
            await client.get("/api/health")
        except httpx.TransportError:
            await asyncio.sleep(0.05)
        else:
            return


async def test_an_endpoint_answers_who_has_the_key_at_once_or_as_a_stream(
    studio: CommandLine,
) -> None:
    team = studio.write("bakery.json", TEAM)
    async with served(studio, "serve", team, STUDIO_API_KEY="chosen") as (line, client):
        health, old_health = await client.get("/api/health"), await client.get("/health")
        refused = await client.post("/run", json={"task": "Bake"})
        answer = await client.post("/run", json={"task": "Bake"}, headers=KEY)
        predicted = await client.get("/predict/Bake bread", headers=KEY)
        stream = await client.post("/run", json={"task": "Bake", "stream": True}, headers=KEY)
        empty = await client.post("/run", json={"task": ""}, headers=KEY)
        described = await client.get("/openapi.json")

    assert line.startswith("Bakery answers at http://127.0.0.1:")
    assert health.json() == old_health.json()
    assert health.json()["status"] == "ok"
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "auth.required")
    texts = [message["content"] for message in answer.json()["messages"]]
    assert (answer.status_code, texts) == (200, ["Bake", "Bread needs time. TERMINATE"])
    assert answer.json()["stop_reason"] == "Text 'TERMINATE' mentioned"
    assert predicted.json()["messages"][0]["content"] == "Bake bread"
    assert stream.headers["content-type"].startswith("text/event-stream")
    events = [json.loads(row[6:]) for row in stream.text.splitlines() if row.startswith("data: ")]
    assert events[-1]["body"]["status"] == "completed"
    assert (empty.status_code, empty.json()["error"]["code"]) == (422, "request.invalid")
    assert set(described.json()["paths"]) == {
        "/health",
        "/api/health",
        "/run",
        "/predict/{task}",
    }


async def test_an_endpoint_says_why_a_run_failed_and_asks_nobody(studio: CommandLine) -> None:
    asking = t.round_robin(
        t.agent("a", model_client=t.replay("x")), t.person(), termination_condition=t.mention()
    )
    async with served(studio, "serve", studio.write("asking.json", asking)) as (_, client):
        answer = await client.post("/run", json={"task": "Bake"})
        stream = await client.post("/run", json={"task": "Bake", "stream": True})

    assert answer.status_code == 502
    assert answer.json()["error"]["message"] == "The team asks a person; nobody is there."
    assert "The team asks a person; nobody is there." in stream.text


async def test_an_endpoint_that_could_not_work_does_not_start(studio: CommandLine) -> None:
    port = free_port()
    keyed = t.round_robin(t.agent("a", model_client=t.model(api_key="${OPENAI_API_KEY}")))
    taken = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", port)
    async with taken:
        busy, open_door, empty, missing = await asyncio.gather(
            studio.run("serve", "travel-planner", "--port", str(port)),
            studio.run("serve", "travel-planner", "--host", "0.0.0.0"),
            studio.run("serve", studio.write("empty.json", t.round_robin())),
            studio.run("serve", studio.write("keyed.json", keyed)),
        )

    assert busy.code == 1
    assert busy.err == (
        f"studio: cannot listen on 127.0.0.1:{port}: Address already in use\n"
        f"        Another program uses it. Try `--port {port + 1}`.\n"
    )
    assert (open_door.code, "no key is set" in open_door.err) == (2, True)
    assert (empty.code, "participant" in empty.err) == (1, True)
    assert missing.code == 1
    assert missing.err.splitlines()[0] == "studio: no value is stored for OPENAI_API_KEY"


async def test_lite_shows_one_team_and_keeps_nothing(studio: CommandLine, tmp_path: Path) -> None:
    team = studio.write("bakery.json", TEAM)
    kept = f"sqlite:///{tmp_path / 'kept.db'}"
    env = {"STUDIO_TOKEN": "t0ken", "TMPDIR": str(tmp_path), "STUDIO_DATABASE_URL": kept}
    async with served(studio, "lite", team, "--no-open", **env) as (line, client):
        address = line.split()[-1]
        page = await client.get(address, follow_redirects=True)
        teams = await client.get("/api/teams", headers={"Authorization": "Bearer t0ken"})

    assert "/playground/" in address
    assert address.endswith("?token=t0ken")
    assert (page.status_code, "html" in page.headers["content-type"]) == (200, True)
    assert [team["name"] for team in teams.json()["items"]] == ["Bakery"]
    assert await asyncio.to_thread(lambda: [*tmp_path.iterdir()]) == []
