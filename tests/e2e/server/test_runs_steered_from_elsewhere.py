"""Two real servers on one database: what one drives the other steers, and takes over."""

from pathlib import Path

import pytest

from tests.support.api_server import ApiServer
from tests.support.run_client import RunClient, is_turn, said
from tests.support.run_models import agent, team, user


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.postgres)])
def env(request: pytest.FixtureRequest) -> dict[str, str]:
    """Where both servers have their database: in the app directory, or at a server of its own."""
    if request.param == "file":
        return {}
    return {"STUDIO_DATABASE_URL": request.getfixturevalue("postgres").new_database()}


async def test_a_server_steers_the_runs_of_another_one_and_takes_them_over(
    own_server: ApiServer, tmp_path: Path, env: dict[str, str]
) -> None:
    own_server.env = env
    own_server.start()
    second = ApiServer(tmp_path, env=env).start()
    try:
        async with RunClient(own_server.url) as driver, RunClient(second.url) as other:
            await _steer(driver, other)
            await _outlive(own_server, driver, other)
    finally:
        second.kill()


async def _steer(driver: RunClient, other: RunClient) -> None:
    talk = await driver.start(team(agent("a", "one two", delay_s=0.05), turns=500))
    ask = await driver.start(team(user(), agent("b", "thanks"), turns=2))
    await driver.until(talk, is_turn(2))

    for _ in range(2):
        paused = await other.http.post(f"/api/runs/{talk}/pause")
        assert (paused.status_code, paused.json()["status"]) == (200, "paused"), paused.text
    told = await other.http.post(f"/api/runs/{talk}/messages", json={"message": "Come to an end."})
    assert told.status_code == 200, told.text
    budget = await other.http.put(f"/api/runs/{talk}/budget", json={"turns": 1000})
    assert budget.json()["options"]["budget"]["turns"] == 1000
    stepped = await other.http.post(f"/api/runs/{talk}/resume", json={"step": True})
    assert stepped.status_code == 200, stepped.text
    await other.until(talk, lambda e: e["body"].get("code") == "step")
    resumed = await other.http.post(f"/api/runs/{talk}/resume")
    assert resumed.json()["status"] == "running"
    await other.http.post(f"/api/runs/{talk}/stop", json={"reason": "That will do."})
    ended = await other.ended(talk)
    assert (ended["status"], ended["reason"]) == ("stopped", "That will do.")
    log = await other.events(talk)
    assert ("user", "Come to an end.") in said(log)
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))

    [question] = (await other.http.get("/api/runs/questions")).json()
    wrong = await other.http.post(
        f"/api/runs/{ask}/input", json={"request_id": question["request_id"], "value": 5}
    )
    assert wrong.json()["error"]["code"] == "run.bad_answer"
    answer = {"request_id": question["request_id"], "value": "fine"}
    for _ in range(2):
        answered = await other.http.post(f"/api/runs/{ask}/input", json=answer)
        assert answered.status_code == 200, answered.text
    assert (await other.ended(ask))["status"] == "completed"


async def _outlive(server: ApiServer, driver: RunClient, other: RunClient) -> None:
    run_id = await driver.start(team(agent("a", "one", delay_s=0.05), turns=500))
    await driver.until(run_id, is_turn(2))

    server.kill()
    cancelled = await other.http.post(f"/api/runs/{run_id}/cancel", json={"reason": "Gone."})

    assert (cancelled.status_code, cancelled.json()["status"]) == (200, "stopped"), cancelled.text
    assert (await other.ended(run_id))["reason"] == "Gone."
