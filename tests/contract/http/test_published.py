"""Sessions, runs and endpoints stay on a version, or follow whichever is published."""

from typing import Any

import httpx
import pytest

from studio.api.endpoint import build_endpoint
from studio.services.container import Services
from studio.services.exceptions import NothingPublishedError
from studio.services.references import find_component
from tests.support.team_json import agent, replay, round_robin

from .test_shape import is_error

JsonDict = dict[str, Any]


def saying(text: str) -> JsonDict:
    return round_robin(agent("a", model_client=replay(*[text] * 9)), max_turns=1)


@pytest.fixture
async def team_id(client: httpx.AsyncClient) -> str:
    """A team with two versions; nothing is published yet."""
    made = await client.post("/api/teams", json={"component": saying("one")})
    found = str(made.json()["team_id"])
    body = {"component": saying("two"), "base_version": 1}
    assert (await client.put(f"/api/teams/{found}", json=body)).status_code == 200
    return found


async def publish(client: httpx.AsyncClient, team_id: str, version: int) -> None:
    answer = await client.patch(f"/api/teams/{team_id}", json={"published_version": version})
    assert answer.status_code == 200


async def run(client: httpx.AsyncClient, services: Services, **body: Any) -> tuple[int, str]:
    """Run to the end; return the version that ran and what was said last."""
    answer = await client.post("/api/runs", json={"task": "Go.", **body})
    assert answer.status_code == 201, answer.text
    run_id = answer.json()["run_id"]
    async for _ in services.runs.subscribe(run_id):
        pass
    events = (await client.get(f"/api/runs/{run_id}/events")).json()["events"]
    said = [event["body"]["content"] for event in events if event["type"] == "message"]
    return (await client.get(f"/api/runs/{run_id}")).json()["team_version"], said[-1]


async def test_a_session_follows_what_is_published(
    client: httpx.AsyncClient, services: Services, team_id: str
) -> None:
    await publish(client, team_id, 1)
    choice = {"team_id": team_id, "team_version": "published"}
    session = (await client.post("/api/sessions", json=choice)).json()
    before = await run(client, services, session_id=session["session_id"])
    await publish(client, team_id, 2)

    after = await run(client, services, session_id=session["session_id"])

    assert session["team_version"] == "published"
    assert (before, after) == ((1, "one"), (2, "two"))


async def test_a_run_takes_the_published_or_a_fixed_version(
    client: httpx.AsyncClient, services: Services, team_id: str
) -> None:
    await publish(client, team_id, 1)

    published = await run(client, services, team_id=team_id, team_version="published")
    newest = await run(client, services, team_id=team_id)
    fixed = await run(client, services, team_id=team_id, team_version=1)

    assert (published, newest, fixed) == ((1, "one"), (2, "two"), (1, "one"))


async def test_nothing_published_is_told(client: httpx.AsyncClient, team_id: str) -> None:
    choice = {"team_id": team_id, "team_version": "published"}

    session = await client.post("/api/sessions", json=choice)
    started = await client.post("/api/runs", json={"task": "Go.", **choice})

    is_error(session, 409, "team.nothing_published")
    is_error(started, 409, "team.nothing_published")
    assert "Publish one under Versions" in session.json()["error"]["hint"]


async def test_an_endpoint_follows_what_is_published(
    client: httpx.AsyncClient, services: Services, team_id: str
) -> None:
    with pytest.raises(NothingPublishedError):
        await find_component(services, f"{team_id}@published")
    await publish(client, team_id, 1)
    follows = await find_component(services, f"{team_id}@published")
    fixed = await find_component(services, f"{team_id}@2")

    async def say(found: Any) -> str:
        transport = httpx.ASGITransport(build_endpoint(services, found, api_key=None))
        async with httpx.AsyncClient(transport=transport, base_url="http://endpoint") as caller:
            answer = await caller.post("/run", json={"task": "Go."})
            return answer.json()["messages"][-1]["content"]

    before = await say(follows)
    await publish(client, team_id, 2)

    assert (before, await say(follows), await say(fixed)) == ("one", "two", "two")
