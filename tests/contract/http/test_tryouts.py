"""Try-outs over HTTP: described, confirmed, streamed, with errors in the one shape."""

import json
from typing import Any

import httpx
import pytest

from studio.services.container import Services
from tests.support.team_json import agent, component, replay

from .test_shape import is_error

JsonDict = dict[str, Any]


def function_tool(source: str) -> JsonDict:
    return component(
        "autogen_core.tools.FunctionTool",
        "tool",
        source_code=source,
        name="add",
        description="Add.",
        global_imports=[],
        has_cancellation_support=False,
    )


ADD = function_tool("def add(a: int) -> int:\n    return a + 1\n")


async def send(client: httpx.AsyncClient, part: JsonDict, **body: Any) -> httpx.Response:
    return await client.post("/api/tryouts", json={"component": part, **body})


async def test_a_description_says_what_is_asked_and_what_to_give(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.post("/api/tryouts/describe", json={"component": ADD})

    plan = answer.json()
    assert plan["asks"] == "runs code"
    assert plan["input_schema"]["required"] == ["a"]
    assert plan["possible"]


async def test_nothing_with_side_effects_happens_without_a_yes(client: httpx.AsyncClient) -> None:
    error = is_error(await send(client, ADD, input={"a": 1}), 409, "tryout.confirm")
    agreed = await send(client, ADD, input={"a": 1}, confirmed=True)

    assert error["details"]["asks"] == "runs code"
    assert agreed.json()["result"]["value"] == 2


async def test_a_failure_has_the_shape_of_errors_inside_the_outcome(
    client: httpx.AsyncClient,
) -> None:
    broken = function_tool("def add(a: int) -> int:\n    raise ValueError('no')\n")

    answer = await send(client, broken, input={"a": 1}, confirmed=True)

    assert answer.status_code == 200
    assert answer.json()["ok"] is False
    assert set(answer.json()["error"]) == {"code", "message", "hint", "details"}
    assert answer.json()["error"]["code"] == "tool.failed"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"component": {}}, 422, "tryout.component"),
        ({"component": ADD, "input": {"a": "x"}, "confirmed": True}, 422, "tryout.input"),
        ({"component": {**ADD, "config": {}}, "confirmed": True}, 422, "tryout.component"),
        ({"component": component("nowhere.Tool", "tool")}, 422, "component.untrusted"),
        ({"component": replay("x"), "input": {}}, 422, "tryout.input"),
        ({"component": replay("x"), "limit_s": 0}, 422, "request.invalid"),
    ],
)
async def test_what_cannot_be_tried_is_refused(
    client: httpx.AsyncClient, body: JsonDict, status: int, code: str
) -> None:
    body = {"confirmed": True, **body}

    is_error(await client.post("/api/tryouts", json=body), status, code)


async def test_a_stream_tells_what_happens_and_ends_with_the_outcome(
    client: httpx.AsyncClient,
) -> None:
    body = {"component": replay("one two"), "input": {"question": "Hi?"}}

    async with client.stream(
        "POST", "/api/tryouts", json=body, headers={"Accept": "text/event-stream"}
    ) as answer:
        text = "".join([part async for part in answer.aiter_text()])

    events = [dict(_lines(block)) for block in text.strip().split("\n\n")]
    assert [event["event"] for event in events] == ["chunk", "chunk", "outcome"]
    assert json.loads(events[-1]["data"])["result"]["answer"] == "one two"


async def test_an_agent_is_an_ordinary_run(client: httpx.AsyncClient) -> None:
    answer = await send(client, agent("a", model_client=replay("Done.")), input={"task": "Go."})

    run_id = answer.json()["result"]["run_id"]
    assert (await client.get(f"/api/runs/{run_id}")).json()["status"] == "completed"


async def test_keys_are_used_and_never_shown(client: httpx.AsyncClient, services: Services) -> None:
    await services.secrets.set("SECRET_WORD", "swordfish-swordfish")
    told = function_tool("def add(a: int) -> str:\n    return 'swordfish-swordfish'\n")

    answer = await send(client, told, input={"a": 1}, confirmed=True)

    assert "swordfish" not in answer.text


def _lines(block: str) -> list[tuple[str, str]]:
    return [
        (name, value) for name, _, value in (line.partition(": ") for line in block.split("\n"))
    ]
