"""Everything the team says is in the log, and every end has its reason."""

import pytest

from studio._kit.errors import UsageError
from studio.domain.run import RunOptions
from studio.storage.exceptions import NotFoundError
from tests.support.run_lab import ON_BOTH_DATABASES, Lab, said, statuses
from tests.support.run_models import (
    FAILURES,
    NOTES,
    agent,
    max_messages,
    model,
    replay_model,
    team,
    tool_agent,
)

pytestmark = ON_BOTH_DATABASES


async def test_a_run_is_recorded_from_task_to_result(lab: Lab) -> None:
    component = team(agent("a", "one", "three"), agent("b", "two"), turns=3)

    run = await lab.run(component)

    events = await lab.events(run)
    assert said(events) == [("user", "Go."), ("a", "one"), ("b", "two"), ("a", "three")]
    assert statuses(events) == ["queued", "running", "completed"]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert run.status == "completed"
    assert run.reason == "Maximum number of turns 3 reached."
    assert [e.body["speakers"] for e in events if e.type == "turn"] == [["a"], ["b"], ["a"]]
    assert events[-2].type == "result"
    assert events[-2].body["stop_reason"] == run.reason


async def test_the_same_events_come_from_the_stream_and_from_the_log(lab: Lab) -> None:
    run = await lab.start(team(agent("a", "one"), turns=2))

    streamed = [
        event.to_json()
        async for batch in lab.engine.subscribe(run.run_id)
        for event in batch
        if event.seq is not None
    ]

    assert streamed == [event.to_json() for event in await lab.events(run)]


async def test_a_model_call_is_recorded_with_the_exact_messages(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "one", "two"), turns=2))

    first, second = [e.body for e in await lab.events(run) if e.type == "model_call"]
    assert [m["content"] for m in first["messages"]] == ["You are a.", "Go."]
    assert first["response"]["content"] == "one"
    assert second["earlier"] == {"call_id": first["call_id"], "count": 2}
    assert [m["content"] for m in second["messages"]] == ["one"]
    assert run.totals["prompt_tokens"] == 50
    assert run.totals["agents"]["a"]["calls"] == 2


async def test_a_tool_call_is_recorded_with_arguments_and_result(lab: Lab) -> None:
    run = await lab.run(team(tool_agent("a", 'call:note:{"text": "x"}'), turns=1))

    events = await lab.events(run)
    [call] = [event.body for event in events if event.type == "tool_call"]
    assert (call["agent"], call["name"], call["arguments"]) == ("a", "note", {"text": "x"})
    assert call["call_id"] == "call-0"
    assert call["result"] == '{"noted": "x"}'
    assert not call["is_error"]
    assert [e.body["type"] for e in events if e.type == "message"] == [
        "TextMessage",
        "ToolCallRequestEvent",
        "ToolCallExecutionEvent",
        "ToolCallSummaryMessage",
    ]
    assert NOTES == ["x"]
    assert run.totals["tool_calls"] == 1


async def test_a_failed_tool_call_says_so(lab: Lab) -> None:
    run = await lab.run(team(tool_agent("a", "call:nothing:{}"), turns=1))

    [call] = [event.body for event in await lab.events(run) if event.type == "tool_call"]
    assert call["is_error"]


async def test_a_single_agent_can_be_run(lab: Lab) -> None:
    run = await lab.run(agent("a", "done"))

    assert said(await lab.events(run)) == [("user", "Go."), ("a", "done")]
    assert run.status == "completed"


async def test_the_replay_model_is_recorded_and_costs_nothing(lab: Lab) -> None:
    run = await lab.run(team(agent("a", model=replay_model("one two", "three")), turns=2))

    assert [text for _, text in said(await lab.events(run))] == ["Go.", "one two", "three"]
    assert run.totals["cost"] == 0
    assert run.totals["models"]["replay"]["calls"] == 2


async def test_a_model_whose_price_is_unknown_says_so(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "one"), turns=1))

    assert run.totals["cost"] is None
    assert run.totals["unpriced_calls"] == 1


async def test_an_inner_team_speaks_with_its_path(lab: Lab) -> None:
    inner = team(agent("x", "inside"), turns=1)
    inner["config"]["name"] = "inner"

    run = await lab.run(team(inner, agent("y", "outside"), turns=2))

    events = await lab.events(run)
    paths = {e.body["source"]: e.body.get("path") for e in events if e.type == "message"}
    assert paths == {"user": None, "x": ["inner"], "y": None}
    assert [e.body["turn"] for e in events if e.type == "turn"] == [1, 2]


def as_tool(kind: str) -> dict[str, object]:
    """A tool named `helper` with the same agent behind it, alone or in a team."""
    helper = agent("helper", "helped")
    inner = helper if kind == "agent" else team(helper, turns=1)
    return {
        "provider": f"autogen_agentchat.tools.{kind.title()}Tool",
        "component_type": "tool",
        "config": {
            kind: inner,
            "name": "helper",
            "description": "Helps.",
            "return_value_as_last_message": True,
        },
    }


@pytest.mark.parametrize("kind", ["agent", "team"])
async def test_an_agent_or_team_as_a_tool_speaks_within_it(lab: Lab, kind: str) -> None:
    boss = agent(
        "boss", 'call:helper:{"task":"Do it."}', "done", tools=[as_tool(kind)],
        max_tool_iterations=2,
    )  # fmt: skip

    run = await lab.run(team(boss, agent("helper", "I am another."), turns=2))

    events = await lab.events(run)
    said = [
        (e.body["source"], e.body["content"], e.body.get("path"))
        for e in events
        if e.type == "message" and e.body["type"] == "TextMessage"
    ]
    assert said == [
        ("user", "Go.", None),
        ("user", "Do it.", ["helper"]),
        ("helper", "helped", ["helper"]),
        ("boss", "done", None),
        ("helper", "I am another.", None),
    ]
    [tool] = [e.body for e in events if e.type == "tool_call"]
    assert (tool["agent"], tool["path"], tool["name"]) == ("boss", [], "helper")
    assert run.totals["tool_calls"] == 1
    calls = [(e.body["agent"], e.body["path"]) for e in events if e.type == "model_call"]
    assert calls == [("boss", []), ("helper", ["helper"]), ("boss", []), ("helper", [])]


async def test_a_failing_model_ends_the_run_with_code_and_advice(lab: Lab) -> None:
    FAILURES["down"] = ConnectionError("connection refused")

    run = await lab.run(team(agent("a", "!down")))

    events = await lab.events(run)
    [error] = [event.body for event in events if event.type == "error"]
    assert error["code"] == "run.model_connection"
    assert "connection refused" in error["message"]
    assert error["hint"]
    assert (run.status, run.code, run.reason) == ("failed", error["code"], error["message"])
    assert "Traceback" not in "".join(event.text for event in events)
    [call] = [event.body for event in events if event.type == "model_call"]
    assert call["error"] == error["message"]


@pytest.mark.parametrize(
    ("component", "code"),
    [
        ({"provider": "os.system", "config": {}}, "component.untrusted"),
        ({"provider": "autogen_agentchat.teams.Nothing", "config": {}}, "component"),
        (team(), "team.setup"),
        (team(agent("a", model=model("x", key="${MISSING}"))), "run.missing_key"),
    ],
)
async def test_what_cannot_be_built_fails_with_a_reason(
    lab: Lab, component: dict[str, object], code: str
) -> None:
    run = await lab.run(component)

    assert run.status == "failed"
    assert (run.code or "").startswith(code)
    assert run.reason


async def test_keys_are_filled_in_and_never_written_down(lab: Lab) -> None:
    lab.keys["MY_KEY"] = "very-secret-value"
    component = team(agent("a", "my key is very-secret-value", model=None), turns=1)
    component["config"]["participants"][0]["config"]["model_client"]["config"]["key"] = "${MY_KEY}"

    run = await lab.run(component)

    text = "".join(event.text for event in await lab.events(run))
    assert "my key is **********" in text
    assert "very-secret-value" not in text


async def test_an_empty_task_is_refused(lab: Lab) -> None:
    with pytest.raises(UsageError, match="the task is empty"):
        await lab.start(team(agent("a", "x")), task=" ")


async def test_a_run_belongs_to_its_owner(lab: Lab) -> None:
    run = await lab.start(team(agent("a", "x"), turns=1))

    with pytest.raises(NotFoundError):
        await lab.engine.get(run.run_id, owner="somebody")
    with pytest.raises(NotFoundError):
        await lab.engine.cancel(run.run_id, owner="somebody")
    with pytest.raises(NotFoundError):
        await anext(lab.engine.subscribe(run.run_id, owner="somebody"))


async def test_the_condition_of_the_team_ends_the_run(lab: Lab) -> None:
    component = team(agent("a", "x"), termination_condition=max_messages(3))

    run = await lab.run(component, options=RunOptions())

    assert run.reason == "Maximum number of messages 3 reached, current message count: 3"
    assert run.totals["turns"] == 2
