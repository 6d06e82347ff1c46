"""Every kind of message and event has a look of its own, shown from a written log."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browser.playground_page import Playground
from tests.support.playground_teams import round_robin, talker
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]
RUN = "run_written"


def said(type_: str, content: Any, source: str = "ann", **more: Any) -> tuple[str, JsonDict]:
    return "message", {"type": type_, "source": source, "content": content, **more}


def asked(request_id: str, schema: JsonDict, prompt: str) -> tuple[str, JsonDict]:
    body = {"request_id": request_id, "source": "boss", "prompt": prompt, "schema": schema}
    return "question", body


FORM = {
    "type": "object",
    "required": ["amount", "receipt"],
    "properties": {
        "amount": {"type": "number", "description": "In euros."},
        "account": {"enum": ["travel", "office"]},
        "urgent": {"type": "boolean"},
        "receipt": {"type": "object", "format": "file"},
        "paid_by": {"type": "array", "items": {"type": "string", "enum": ["card", "cash"]}},
    },
}
CALL = {
    "call_id": "m1",
    "agent": "ann",
    "model": "gpt-x",
    "prompt_tokens": 900,
    "completion_tokens": 100,
    "cost": 0.0123,
    "latency_s": 1.5,
    "stream": True,
}
LOG: list[tuple[str, JsonDict]] = [
    ("status", {"status": "queued"}),
    said("TextMessage", "Do everything.", "user"),
    ("status", {"status": "running"}),
    said("MemoryQueryEvent", [{"content": "likes tea", "mime_type": "text/plain"}]),
    said("SelectSpeakerEvent", ["ann"], "chief"),
    said("SelectorEvent", "I choose ann, who can add.", "chief"),
    ("model_call", CALL),
    said("ThoughtEvent", "I had better add."),
    said(
        "ToolCallRequestEvent",
        [
            {"id": "t1", "name": "add", "arguments": '{"a": 1, "b": 2}'},
            {"id": "t2", "name": "divide", "arguments": '{"a": 1, "b": 0}'},
        ],
    ),
    (
        "tool_call",
        {
            "call_id": "t1",
            "agent": "ann",
            "name": "add",
            "arguments": {},
            "result": "3",
            "is_error": False,
            "duration_s": 0.25,
        },
    ),
    said(
        "ToolCallExecutionEvent",
        [
            {"call_id": "t1", "name": "add", "content": "3", "is_error": False},
            {"call_id": "t2", "name": "divide", "content": "division by zero", "is_error": True},
        ],
    ),
    said("ToolCallSummaryMessage", "The sum is 3."),
    said("StructuredMessage[Bill]", {"total": 3, "currency": "EUR"}),
    said("CodeGenerationEvent", "", code_blocks=[{"code": "print(3)", "language": "python"}]),
    said("CodeExecutionEvent", None, result={"exit_code": 1, "output": "NameError: three"}),
    said("MultiModalMessage", ["A picture:", "Image dot.png:", {"data": "iVBORw0KGgo="}]),
    said("HandoffMessage", "Over to you.", target="ben"),
    said("TextMessage", "From within.", "cat", path=["room"]),
    ("draft", {"message_id": "x", "source": "ben", "text": "I was about to"}),
    ("status", {"status": "paused", "reason": "Paused by the user."}),
    ("discarded", {"from_seq": 19, "to_seq": 19}),
    ("status", {"status": "running"}),
    ("breakpoint", {"kind": "tool", "name": "add"}),
    ("budget", {"limit": "turns", "value": 3, "of": 3}),
    said("StopMessage", "That is all.", "ben"),
    asked("q1", {"type": "boolean"}, "May this code run?"),
    ("answer", {"request_id": "q1", "value": False, "by": "local"}),
    ("turn", {"turn": 1, "speakers": ["ann"], "tokens": 1000}),
    ("error", {"code": "model.auth", "message": "The key is wrong.", "hint": "Set another."}),
    asked("q2", FORM, "How much may I pay?"),
    ("status", {"status": "waiting_input"}),
]


@pytest.fixture
def playground(page: Page, studio: StudioServer) -> Playground:
    events = [
        {"run_id": RUN, "seq": seq, "ts": f"2026-11-20T12:00:{seq:02}.000+00:00",
         "type": kind, "body": body}
        for seq, (kind, body) in enumerate(LOG, 1)
    ]  # fmt: skip
    stream = "".join(f"id: {event['seq']}\ndata: {json.dumps(event)}\n\n" for event in events)

    def show_runs(route: Route) -> None:
        run: JsonDict = {"run_id": RUN, "name": "Do everything.", "status": "running", "totals": {},
               "created_at": "2026-11-20T12:00:00+00:00"}  # fmt: skip
        route.fulfill(json={"items": [run] if "session_id" in route.request.url else []})

    page.route("**/api/runs?*", show_runs)
    page.route("**/api/stream?*", lambda route: route.fulfill(body=stream))
    tab = Playground(page, studio)
    tab.open(round_robin([talker("ann"), talker("ben")], max_messages=2))
    page.get_by_role("radio", name="Everything").click()
    page.get_by_role("log").focus()
    page.keyboard.press("Home")
    return tab


SHOWN = {
    "memory": "remembered 1 thing",
    "select": "Next to speak:ann",
    "selector": "I choose ann",
    "call": "900 in, 100 out · 1.5 s · $0.0123",
    "thought": "thinks: I had better add.",
    "summary": "from its tools",
    "structured": "currency",
    "code": "print(3)",
    "execution": "NameError: three",
    "handoff": "Over to you.",
    "draft": "draft, cut by the pause",
    "stop": "asks to stop",
    "turn": "Turn 1: ann",
    "error": "Set another.",
}


def test_every_kind_has_its_look(playground: Playground) -> None:
    found: dict[str, str] = {}
    for _ in range(30):
        rows: list[list[str]] = playground.page.evaluate(
            "() => [...document.querySelectorAll('.sf-row')]"
            ".map((row) => [row.dataset.item, row.textContent])"
        )
        for kind, text in rows:
            found[kind] = found.get(kind, "") + text
        playground.page.get_by_role("log").evaluate("(box) => { box.scrollTop += 250; }")
        playground.page.wait_for_timeout(20)

    assert {kind: text in found.get(kind, "") for kind, text in SHOWN.items()} == dict.fromkeys(
        SHOWN, True
    )
    assert "add(a: 1, b: 2)3ann 250 ms" in found["tool"]
    assert "failed: division by zero" in found["tool"]
    assert "room / cat" in found["text"]
    assert "Held at the breakpoint before tool add." in found["notice"]
    assert "Denied" in found["question"]


def test_a_form_asks_for_its_fields(playground: Playground) -> None:
    form = playground.page.get_by_role("region", name="Question from boss")

    expect(form.get_by_label("amount")).to_have_attribute("type", "number")
    expect(form.get_by_label("account (optional)")).to_have_count(1)
    expect(form).to_contain_text("In euros.")
    expect(form.get_by_role("checkbox", name="urgent")).not_to_be_checked()


def test_a_form_takes_a_file_and_several_choices(playground: Playground, tmp_path: Path) -> None:
    receipt = tmp_path / "receipt.txt"
    receipt.write_text("84.50")
    form = playground.page.get_by_role("region", name="Question from boss")
    form.get_by_label("amount").fill("84.5")
    form.get_by_role("checkbox", name="cash").check()
    expect(form.get_by_role("button", name="Answer")).to_be_disabled()

    form.get_by_label("receipt").set_input_files(receipt)

    expect(form.locator(".sc-files li")).to_contain_text("receipt.txt")
    expect(form.get_by_role("button", name="Answer")).to_be_enabled()


def test_levels_show_less(playground: Playground) -> None:
    playground.page.get_by_role("radio", name="Messages").click()

    expect(playground.rows("tool")).to_have_count(0)
    expect(playground.rows("user")).to_have_count(1)
