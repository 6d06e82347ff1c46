"""Runs over HTTP: every verb, twice; pages; forks; and what is refused with which words."""

import asyncio
import base64
from typing import Any

import httpx
import pytest

from studio.services.container import Services
from tests.support.run_models import GATES, Gate, agent, team, user

Json = dict[str, Any]


async def start(client: httpx.AsyncClient, component: Json, **more: Any) -> str:
    answer = await client.post("/api/runs", json={"component": component, "task": "Go.", **more})
    assert answer.status_code == 201, answer.text
    assert answer.json()["status"] == "queued"
    return answer.json()["run_id"]


async def until(services: Services, run_id: str, type: str) -> Json:
    async with asyncio.timeout(10):
        async for batch in services.runs.subscribe(run_id):
            for event in batch:
                if event.type == type:
                    return event.body
    raise AssertionError("the run ended without it")


async def ended(services: Services, run_id: str) -> None:
    async with asyncio.timeout(10):
        async for _ in services.runs.subscribe(run_id):
            pass


async def events_of(client: httpx.AsyncClient, run_id: str, **params: Any) -> list[Json]:
    return (await client.get(f"/api/runs/{run_id}/events", params=params)).json()["events"]


def said(events: list[Json]) -> list[str]:
    return [event["body"]["content"] for event in events if event["type"] == "message"]


@pytest.fixture
def held() -> Gate:
    GATES["g"] = Gate()
    return GATES["g"]


async def test_a_run_is_started_watched_and_read(
    client: httpx.AsyncClient, services: Services
) -> None:
    run_id = await start(client, team(agent("a", "one"), turns=2))
    await ended(services, run_id)

    run = (await client.get(f"/api/runs/{run_id}")).json()

    assert (run["status"], run["reason"]) == ("completed", "Maximum number of turns 2 reached.")
    assert run["component"]["provider"].endswith("RoundRobinGroupChat")
    assert said(await events_of(client, run_id)) == ["Go.", "one", "one"]


async def test_events_come_in_pages(client: httpx.AsyncClient, services: Services) -> None:
    run_id = await start(client, team(agent("a", "one"), turns=5))
    await ended(services, run_id)
    everything = await events_of(client, run_id)

    paged: list[Json] = []
    while page := await events_of(client, run_id, after=len(paged), limit=4):
        assert len(page) <= 4
        paged += page

    assert paged == everything
    assert [event["seq"] for event in paged] == list(range(1, len(paged) + 1))
    assert set(paged[0]) == {"run_id", "seq", "ts", "type", "body"}
    assert await events_of(client, run_id, last=3) == everything[-3:]
    refused = await client.get(f"/api/runs/{run_id}/events", params={"limit": 0})
    assert refused.status_code == 422
    assert refused.json()["error"]["code"]


async def test_runs_are_listed_in_pages(client: httpx.AsyncClient, services: Services) -> None:
    started = [await start(client, team(agent("a", "x"), turns=1)) for _ in range(5)]
    for run_id in started:
        await ended(services, run_id)

    found: list[str] = []
    cursor: str | None = None
    while True:
        params = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = (await client.get("/api/runs", params=params)).json()
        found += [run["run_id"] for run in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break

    assert found == list(reversed(started))
    listed = (await client.get("/api/runs", params={"status": "failed"})).json()
    assert listed["items"] == []


async def test_pause_break_in_and_resume_may_be_said_twice(
    client: httpx.AsyncClient, services: Services, held: Gate
) -> None:
    run_id = await start(client, team(agent("a", "one two @g three"), turns=1))
    await held.reached.wait()

    for _ in range(2):
        paused = await client.post(f"/api/runs/{run_id}/pause")
        assert (paused.status_code, paused.json()["status"]) == (200, "paused")
    told = await client.post(f"/api/runs/{run_id}/messages", json={"message": "Listen."})
    assert told.status_code == 200
    for _ in range(2):
        assert (await client.post(f"/api/runs/{run_id}/resume")).status_code == 200
    held.opened.set()
    await ended(services, run_id)

    events = await events_of(client, run_id)
    assert said(events) == ["Go.", "Listen.", "one two three"]
    [draft] = [event["body"] for event in events if event["type"] == "draft"]
    assert draft["text"] == "one two"


@pytest.mark.parametrize("verb", ["stop", "cancel"])
async def test_an_end_may_be_asked_for_twice(
    client: httpx.AsyncClient, services: Services, held: Gate, verb: str
) -> None:
    run_id = await start(client, team(agent("a", "one @g"), turns=50))
    await held.reached.wait()

    first = await client.post(f"/api/runs/{run_id}/{verb}", json={"reason": "Enough."})
    held.opened.set()
    await ended(services, run_id)
    second = await client.post(f"/api/runs/{run_id}/{verb}")

    assert (first.status_code, second.status_code) == (200, 200)
    run = second.json()
    assert (run["status"], run["reason"]) == ("stopped", "Enough.")
    assert said(await events_of(client, run_id)) == (["Go.", "one"] if verb == "stop" else ["Go."])


async def test_a_question_is_answered_once(client: httpx.AsyncClient, services: Services) -> None:
    run_id = await start(client, team(user(), agent("b", "thanks"), turns=2))
    question = await until(services, run_id, "question")
    address, request_id = f"/api/runs/{run_id}/input", question["request_id"]
    [listed] = (await client.get("/api/runs/questions")).json()
    assert (listed["run_id"], listed["request_id"]) == (run_id, request_id)

    wrong = await client.post(address, json={"request_id": request_id, "value": 7})
    unknown = await client.post(address, json={"request_id": "nothing", "value": "yes"})
    answered = await client.post(address, json={"request_id": request_id, "value": "yes"})
    await ended(services, run_id)
    again = await client.post(address, json={"request_id": request_id, "value": "yes"})
    other = await client.post(address, json={"request_id": request_id, "value": "no"})

    assert wrong.json()["error"]["code"] == "run.bad_answer"
    assert unknown.json()["error"]["code"] == "run.question_gone"
    assert (answered.status_code, again.status_code) == (200, 200)
    assert other.json()["error"]["code"] == "run.question_gone"
    assert said(await events_of(client, run_id))[-2:] == ["yes", "thanks"]


async def test_breakpoints_and_steps(client: httpx.AsyncClient, services: Services) -> None:
    points = {"breakpoints": [{"kind": "agent", "name": "b"}]}
    component = team(agent("a", "one"), agent("b", "two"), turns=4)
    run_id = await start(client, component, options=points)
    assert await until(services, run_id, "breakpoint") == {"kind": "agent", "name": "b"}

    stepped = await client.post(f"/api/runs/{run_id}/resume", json={"step": True})
    assert stepped.status_code == 200
    async with asyncio.timeout(10):
        async for batch in services.runs.subscribe(run_id):
            if any(event.body.get("code") == "step" for event in batch):
                break
    assert said(await events_of(client, run_id)) == ["Go.", "one", "two"]
    cleared = await client.put(f"/api/runs/{run_id}/breakpoints", json={"breakpoints": []})
    assert cleared.status_code == 200
    await client.post(f"/api/runs/{run_id}/resume")
    await ended(services, run_id)

    assert said(await events_of(client, run_id)) == ["Go.", "one", "two", "one", "two"]


async def test_a_budget_is_raised_while_a_run_waits_for_it(
    client: httpx.AsyncClient, services: Services
) -> None:
    run_id = await start(client, team(agent("a", "x"), turns=9), options={"budget": {"turns": 1}})
    question = await until(services, run_id, "question")
    address = f"/api/runs/{run_id}"

    wrong = await client.put(f"{address}/budget", json={"turns": 0})
    answer = {"request_id": question["request_id"], "value": {"raise_by": 1}}
    raised = await client.post(f"{address}/input", json=answer)
    await until(services, run_id, "budget_set")
    last = {"turns": 4, "on_limit": "stop"}
    for _ in range(2):
        changed = await client.put(f"{address}/budget", json=last)
        assert changed.json()["options"]["budget"] | last == changed.json()["options"]["budget"]
    await ended(services, run_id)

    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "request.invalid")
    assert raised.status_code == 200
    run = (await client.get(address)).json()
    assert (run["code"], run["reason"]) == ("budget", "The run has used 4 of 4 turns.")
    gone = await client.put(f"{address}/budget", json={})
    assert gone.json()["error"]["code"] == "run.gone"


async def test_a_fork_says_something_else_and_knows_its_parent(
    client: httpx.AsyncClient, services: Services
) -> None:
    run_id = await start(client, team(agent("a", "one"), agent("b", "two"), turns=3))
    await ended(services, run_id)
    events = await events_of(client, run_id)
    seq = next(event["seq"] for event in events if event["body"].get("content") == "two")

    forked = await client.post(
        f"/api/runs/{run_id}/fork", json={"seq": seq, "message": "another two"}
    )
    refused = await client.post(f"/api/runs/{run_id}/fork", json={"seq": 1, "message": "x"})

    assert forked.status_code == 201
    fork = forked.json()
    assert (fork["parent_run_id"], fork["fork_seq"]) == (run_id, seq)
    await ended(services, fork["run_id"])
    assert said(await events_of(client, fork["run_id"])) == ["Go.", "one", "another two", "one"]
    tree = (await client.get(f"/api/runs/{fork['run_id']}/tree")).json()
    assert [run["run_id"] for run in tree] == [run_id, fork["run_id"]]
    assert refused.status_code == 400
    assert refused.json()["error"]["code"] == "studio.usage"


async def test_model_calls_are_given_whole(client: httpx.AsyncClient, services: Services) -> None:
    run_id = await start(client, team(agent("a", "one"), turns=2))
    await ended(services, run_id)

    calls = (await client.get(f"/api/runs/{run_id}/calls")).json()

    texts = [[message["content"] for message in call["messages"]] for call in calls]
    assert texts == [["You are a.", "Go."], ["You are a.", "Go.", "one"]]
    address = f"/api/runs/{run_id}/calls"
    second = (await client.get(address, params={"call_id": calls[1]["call_id"]})).json()
    assert second == calls[1:]
    assert (await client.get(address, params={"offset": 1})).json() == calls[1:]
    assert (await client.get(address, params={"limit": 1})).json() == calls[:1]
    assert (await client.get(address, params={"call_id": "nothing"})).json() == []


async def test_a_model_call_has_its_long_texts(
    client: httpx.AsyncClient, services: Services
) -> None:
    run_id = await start(client, team(agent("a", "one"), turns=1), task="Go. " * 10_000)
    await ended(services, run_id)

    [listed] = (await client.get(f"/api/runs/{run_id}/calls")).json()
    address = f"/api/runs/{run_id}/calls?call_id={listed['call_id']}"
    [single] = (await client.get(address)).json()

    assert listed["messages"][1]["content"] == "Go. " * 10_000
    assert single == listed


async def test_files_go_along(client: httpx.AsyncClient, services: Services) -> None:
    uploaded = await client.post("/api/files", files={"file": ("a.csv", b"1;2", "text/csv")})
    attachments = [
        {"name": "a.csv", "digest": uploaded.json()["digest"]},
        {"name": "b.md", "data": base64.b64encode(b"# Title").decode()},
    ]
    run_id = await start(client, team(agent("a", "x"), turns=1), attachments=attachments)
    await ended(services, run_id)
    refused = await client.post(
        "/api/runs",
        json={
            "component": team(agent("a", "x"), turns=1),
            "task": "Go.",
            "attachments": [{"name": "a.zip", "data": base64.b64encode(b"PK\x03\x04").decode()}],
        },
    )

    [task, *_] = said(await events_of(client, run_id))
    assert "1;2" in task
    assert "# Title" in task
    assert refused.json()["error"]["code"] == "run.attachment"
    assert "a.zip" in refused.json()["error"]["message"]
    stored = await client.get(f"/api/files/{uploaded.json()['digest']}")
    assert stored.content == b"1;2"
    assert stored.headers["content-disposition"] == "attachment"


async def test_files_go_with_an_answer(client: httpx.AsyncClient, services: Services) -> None:
    uploaded = await client.post("/api/files", files={"file": ("a.csv", b"1;2", "text/csv")})
    run_id = await start(client, team(user(), agent("a", "x"), turns=2))
    question = await until(services, run_id, "question")
    answer = {"request_id": question["request_id"], "value": "Here."}

    refused = await client.post(
        f"/api/runs/{run_id}/input",
        json={**answer, "attachments": [{"name": "a.zip", "data": "UEsDBA=="}]},
    )
    listed = [{"name": "a.csv", "digest": uploaded.json()["digest"]}]
    answered = await client.post(
        f"/api/runs/{run_id}/input", json={**answer, "attachments": listed}
    )
    await ended(services, run_id)

    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "run.attachment")
    assert "a.zip" in refused.json()["error"]["message"]
    assert answered.status_code == 200
    assert 'Here.\n\n<file name="a.csv">\n1;2\n</file>' in said(await events_of(client, run_id))


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"task": "Go."}, 400, "studio.usage"),
        ({"component": {"config": {}}, "task": "Go."}, 400, "studio.usage"),
        ({"component": team(agent("a", "x")), "task": "  "}, 400, "studio.usage"),
        ({"team_id": "nothing", "task": "Go."}, 404, "storage.not_found"),
        ({"session_id": "nothing", "task": "Go."}, 404, "storage.not_found"),
    ],
)
async def test_what_cannot_be_run_is_refused(
    client: httpx.AsyncClient, body: Json, status: int, code: str
) -> None:
    answer = await client.post("/api/runs", json=body)

    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["hint"]


@pytest.mark.parametrize(
    "address",
    ["", "/events", "/calls", "/tree", "/pause", "/resume", "/stop", "/cancel"],
)
async def test_a_run_that_is_not_there_is_not_found(
    client: httpx.AsyncClient, address: str
) -> None:
    reads = {"", "/events", "/calls", "/tree"}
    method = "GET" if address in reads else "POST"

    answer = await client.request(method, f"/api/runs/nothing{address}")

    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "storage.not_found")


async def test_an_ended_run_cannot_be_steered(
    client: httpx.AsyncClient, services: Services
) -> None:
    run_id = await start(client, team(agent("a", "x"), turns=1))
    await ended(services, run_id)

    for verb, body in (("pause", {}), ("resume", {}), ("messages", {"message": "x"})):
        answer = await client.post(f"/api/runs/{run_id}/{verb}", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "run.gone")


async def test_a_run_that_is_deleted_is_gone(
    client: httpx.AsyncClient, services: Services, held: Gate
) -> None:
    run_id = await start(client, team(agent("a", "one @g"), turns=1))
    await held.reached.wait()

    assert (await client.delete(f"/api/runs/{run_id}")).status_code == 204
    held.opened.set()
    assert (await client.get(f"/api/runs/{run_id}")).status_code == 404


async def test_keys_in_a_run_are_not_shown(client: httpx.AsyncClient, services: Services) -> None:
    component = team(agent("a", "x"), turns=1)
    config = component["config"]["participants"][0]["config"]["model_client"]["config"]
    config["api_key"] = "sk-0123456789abcdefghij"
    run_id = await start(client, component)
    await ended(services, run_id)

    assert "sk-0123456789" not in (await client.get(f"/api/runs/{run_id}")).text
