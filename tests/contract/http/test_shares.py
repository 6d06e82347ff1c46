"""Links by which others may read: what they open, and everything that they must not."""

import base64
import io
from typing import Any

import httpx
import pytest
from PIL import Image

from studio.api.gate import Gate
from studio.services.container import Services
from tests.support.playground_teams import round_robin, talker
from tests.support.team_json import person

from .conftest import ADDRESS, TOKEN

JsonDict = dict[str, Any]
KEY = "sk-proj-abcdefghijklmnopqrstuv"


@pytest.fixture
async def reader(app: Any, services: Services) -> Any:
    """Somebody who has the link and nothing else."""
    transport = httpx.ASGITransport(Gate(app, services.access), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as made:
        yield made


async def begin(client: httpx.AsyncClient, team: JsonDict | None = None) -> str:
    team = team or round_robin([talker("ann", answers=["Hello."])], max_messages=2)
    made = await client.post("/api/sessions", json={"component": team, "name": "Tea"})
    return made.json()["session_id"]


async def run(client: httpx.AsyncClient, session_id: str, task: Any = "Begin.") -> str:
    """Run the session's team to its end."""
    made = await client.post("/api/runs", json={"session_id": session_id, "task": task})
    run_id = made.json()["run_id"]
    await client.get(f"/api/runs/{run_id}/events", headers={"Accept": "text/event-stream"})
    return run_id


async def share(client: httpx.AsyncClient, **target: str) -> str:
    made = await client.post("/api/shares", json=target)
    assert made.status_code == 201
    return made.json()["token"]


async def test_a_link_to_a_session_opens_all_its_runs_without_the_access_token(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    session_id = await begin(client)
    first = await run(client, session_id)
    token = await share(client, session_id=session_id)
    second = await run(client, session_id, "Once more.")

    view = (await reader.get(f"/api/shared/{token}")).json()
    page = (await reader.get(f"/api/shared/{token}/runs/{first}/events")).json()
    stream = await reader.get(f"/api/shared/{token}/stream?runs={first}:0,{second}:0")

    assert view["name"] == "Tea"
    assert [one["run_id"] for one in view["runs"]] == [second, first]
    assert view["runs"][0]["cast"][0]["name"] == "ann"
    assert "Hello." in [event["body"].get("content") for event in page["events"]]
    assert stream.text.count('"type":"result"') == 2
    assert stream.text.endswith("event: end\ndata: {}\n\n")


async def test_a_link_to_a_run_opens_that_run_only(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    session_id = await begin(client)
    shown, hidden = await run(client, session_id, "Shown."), await run(client, session_id, "No.")
    token = await share(client, run_id=shown)

    view = (await reader.get(f"/api/shared/{token}")).json()

    assert [one["run_id"] for one in view["runs"]] == [shown]
    for path in (f"runs/{hidden}/events", f"stream?runs={hidden}:0",
                 f"stream?runs={shown}:0,{hidden}:0"):  # fmt: skip
        assert (await reader.get(f"/api/shared/{token}/{path}")).status_code == 404


async def test_the_same_thing_has_one_link_and_it_can_be_taken_back(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    session_id = await begin(client)
    run_id = await run(client, session_id)
    token = await share(client, session_id=session_id)
    assert await share(client, session_id=session_id) == token
    assert [one["token"] for one in (await client.get("/api/shares")).json()] == [token]

    assert (await client.delete(f"/api/shares/{token}")).status_code == 204
    assert (await client.delete(f"/api/shares/{token}")).status_code == 204

    for path in ("", f"/runs/{run_id}/events", f"/stream?runs={run_id}:0", f"/files/{'0' * 64}"):
        assert (await reader.get(f"/api/shared/{token}{path}")).status_code == 404
    gone = await reader.get(f"/share/{token}")
    assert (gone.status_code, "no longer shared" in gone.text) == (404, True)
    assert await share(client, session_id=session_id) != token


async def test_a_deleted_session_is_no_longer_shared(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    session_id = await begin(client)
    run_id = await run(client, session_id)
    token = await share(client, session_id=session_id)

    await client.delete(f"/api/sessions/{session_id}")

    assert (await reader.get(f"/api/shared/{token}")).status_code == 404
    assert (await reader.get(f"/api/shared/{token}/runs/{run_id}/events")).status_code == 404


async def test_taking_the_link_back_ends_a_stream_that_is_being_read(
    client: httpx.AsyncClient, services: Services
) -> None:
    asking = round_robin([talker("ann", answers=["May I?"]), person("boss")], max_messages=4)
    session_id = await begin(client, asking)
    started = await client.post("/api/runs", json={"session_id": session_id, "task": "Begin."})
    run_id = started.json()["run_id"]
    token = await share(client, session_id=session_id)
    batches = services.shares.follow(token, {run_id: 0})
    assert await anext(batches)
    await services.shares.revoke(token)

    await services.runs.cancel(run_id)

    assert [batch async for batch in batches] == []


async def test_what_models_were_sent_keys_and_the_component_stay_at_home(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    team = round_robin([talker("ann", answers=[f"The key is {KEY}."])], max_messages=2)
    team["config"]["participants"][0]["config"]["system_message"] = "A private prompt."
    session_id = await begin(client, team)
    run_id = await run(client, session_id, f"Use {KEY}.")
    token = await share(client, session_id=session_id)

    answers = [
        await reader.get(f"/api/shared/{token}{path}")
        for path in ("", f"/runs/{run_id}/events", f"/stream?runs={run_id}:0")
    ]
    answers.append(await reader.get(f"/share/{token}"))

    for answer in answers:
        for secret in (KEY, "A private prompt.", TOKEN, '"provider"', '"messages":['):
            assert secret not in answer.text
    calls = [e for e in answers[1].json()["events"] if e["type"] == "model_call"]
    assert set(calls[0]["body"]) >= {"model", "prompt_tokens", "latency_s"}


async def test_a_file_is_given_only_if_the_shared_run_speaks_of_it(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    kept = await client.post("/api/files", files={"file": ("a.txt", b"hidden", "text/plain")})
    session_id = await begin(client)
    await run(client, session_id)
    token = await share(client, session_id=session_id)

    answer = await reader.get(f"/api/shared/{token}/files/{kept.json()['digest']}")

    assert answer.status_code == 404


async def test_a_picture_of_the_conversation_is_given(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    picture = io.BytesIO()
    Image.effect_noise((64, 64), 50).save(picture, "PNG")
    session_id = await begin(client)
    content = ["Look.", {"data": base64.b64encode(picture.getvalue()).decode()}]
    message = {"type": "MultiModalMessage", "source": "user", "content": content}
    run_id = await run(client, session_id, [message])
    token = await share(client, run_id=run_id)
    page = (await reader.get(f"/api/shared/{token}/runs/{run_id}/events")).json()
    pictures = [
        part["blob"]
        for event in page["events"]
        for part in event["body"].get("content") or ()
        if isinstance(part, dict) and "blob" in part
    ]

    answer = await reader.get(f"/api/shared/{token}/files/{pictures[0]}")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_a_link_only_reads(
    client: httpx.AsyncClient, reader: httpx.AsyncClient, method: str
) -> None:
    session_id = await begin(client)
    run_id = await run(client, session_id)
    token = await share(client, session_id=session_id)

    for path in (f"/share/{token}", f"/api/shared/{token}",
                 f"/api/shared/{token}/runs/{run_id}/events"):  # fmt: skip
        assert (await reader.request(method, path)).status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        "/api/shares",
        "/api/shares/{token}",
        "/api/shared",
        "/api/shared/",
        "/api/shared/{token}/",
        "/api/shared/{token}/runs/{run}",
        "/api/shared/{token}/runs/{run}/calls",
        "/api/shared/{token}/runs/{run}/input",
        "/api/shared/{token}/../../runs/{run}",
        "/api/shared/{token}/%2e%2e/%2e%2e/runs",
        "/api/shared/{token}%2F..%2F..%2Fruns",
        "/api/shared/{token}/files/../../../teams",
        "/api/shared/{token}\n",
        "/api/runs/{run}",
        "/api/runs/{run}/events",
        "/api/runs?share={token}",
        "/api/stream?runs={run}:0",
        "/api/files/{digest}",
        "/share",
        "/share/",
        "/share/{token}/",
        "/share/{token}/../../",
        "/share/assets/",
        "/share/assets/..",
        "/share/assets/../../index.html",
        "/share/assets/%2e%2e%2findex.html",
        "/playground/?share={token}",
        "/?token={token}",
    ],
)
async def test_a_link_opens_nothing_else(
    client: httpx.AsyncClient, reader: httpx.AsyncClient, path: str
) -> None:
    session_id = await begin(client)
    run_id = await run(client, session_id)
    token = await share(client, session_id=session_id)
    address = path.format(token=token, run=run_id, digest="0" * 64)

    url = httpx.URL(ADDRESS).copy_with(raw_path=address.replace("\n", "%0A").encode())
    bearer = {"Authorization": f"Bearer {token}", "Cookie": f"studio_session_8081={token}"}

    assert (await reader.get(url)).status_code == 401
    assert (await reader.get(url, headers=bearer)).status_code == 401


@pytest.mark.parametrize("token", ["x" * 32, "x" * 31, "x" * 33, "é" * 32, "%00" * 32, "'" * 32])
async def test_a_guessed_link_opens_nothing(reader: httpx.AsyncClient, token: str) -> None:
    assert (await reader.get(f"/api/shared/{token}")).status_code in {401, 404}
    assert (await reader.get(f"/share/{token}")).status_code in {401, 404}


async def test_a_socket_is_not_opened_by_a_link(
    client: httpx.AsyncClient, app: Any, services: Services
) -> None:
    token = await share(client, session_id=await begin(client))
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    for path in ("/_event", f"/share/{token}", f"/api/shared/{token}"):
        scope = {"type": "websocket", "path": path, "query_string": b"", "scheme": "ws",
                 "headers": [(b"host", b"127.0.0.1:8081")]}  # fmt: skip
        await Gate(app, services.access)(scope, receive, send)

    assert [(one["type"], one["code"]) for one in sent] == [("websocket.close", 4401)] * 3


async def test_only_our_own_names_are_answered_to(
    client: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    token = await share(client, session_id=await begin(client))

    assert (
        await reader.get(f"/api/shared/{token}", headers={"Host": "evil.example"})
    ).status_code == 421


@pytest.mark.parametrize("target", [{}, {"session_id": "a", "run_id": "b"}, {"run_id": "run_no"}])
async def test_a_link_leads_to_one_thing_that_is_there(
    client: httpx.AsyncClient, target: JsonDict
) -> None:
    assert (await client.post("/api/shares", json=target)).status_code in {400, 404}
