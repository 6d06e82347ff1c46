"""The transition graph, the timeline and the meters, from logs written by hand."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from studio.gallery import data_directory
from tests.e2e.browser.playground_page import Playground
from tests.support.playground_teams import round_robin, talker
from tests.support.studio_server import StudioServer
from tests.support.team_json import unpaced

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]
RUN = "run_written"
START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
Show = Callable[..., Playground]


def said(at: float, source: str, text: str = "Well.", **more: Any) -> tuple[float, str, JsonDict]:
    return at, "message", {"type": "TextMessage", "source": source, "content": text, **more}


def thought(at: float, agent: str, seconds: float, tokens: int = 10) -> tuple[float, str, JsonDict]:
    body = {"call_id": f"{agent}{at}", "agent": agent, "model": "gpt-x", "prompt_tokens": tokens,
            "completion_tokens": 0, "cost": 0.01, "latency_s": seconds}  # fmt: skip
    return at, "model_call", body


def turn(at: float, *speakers: str) -> tuple[float, str, JsonDict]:
    return at, "turn", {"turn": 1, "speakers": list(speakers), "tokens": 10}


BEGIN = [
    (0.0, "status", {"status": "queued"}),
    said(0.0, "user", "Begin."),
    (0.0, "status", {"status": "running"}),
]


@pytest.fixture
def show(page: Page, studio: StudioServer) -> Show:
    """Show a log of `(seconds, type, body)` as a run."""

    def show(log: list[tuple[float, str, JsonDict]], **run: Any) -> Playground:
        events = [
            {"run_id": RUN, "seq": seq, "type": kind, "body": body,
             "ts": (START + timedelta(seconds=at)).isoformat(timespec="milliseconds")}
            for seq, (at, kind, body) in enumerate(log, 1)
        ]  # fmt: skip
        stream = "".join(f"id: {event['seq']}\ndata: {json.dumps(event)}\n\n" for event in events)

        def show_runs(route: Route) -> None:
            one: JsonDict = {"run_id": RUN, "name": "Begin.", "status": "running", "totals": {},
                             "created_at": START.isoformat(), **run}  # fmt: skip
            route.fulfill(json={"items": [one] if "session_id" in route.request.url else []})

        page.route("**/api/runs?*", show_runs)
        page.route("**/api/stream?*", lambda route: route.fulfill(body=stream))
        return Playground(page, studio).open(
            round_robin([talker(name) for name in ("ann", "ben", "cat", "dan")], max_messages=9)
        )

    return show


def arrows(playground: Playground) -> set[str]:
    """Return what the arrows say of themselves, up to the first full stop."""
    names = playground.page.locator(".sg-count")
    return {(name.get_attribute("aria-label") or "").partition(".")[0] for name in names.all()}


def test_hand_overs_of_a_discarded_turn_do_not_count(show: Show) -> None:
    playground = show([
        *BEGIN,
        thought(1, "ann", 0.5), said(1, "ann"), turn(1, "ann"),
        thought(2, "ben", 0.5), said(2, "ben", "Half of"),
        said(2.5, "user", "Wait.", inserted=True),
        (3.0, "status", {"status": "paused", "reason": "Paused."}),
        (3.0, "discarded", {"from_seq": 7, "to_seq": 8}),
        (4.0, "status", {"status": "running"}),
        thought(5, "ben", 0.5), said(5, "ben", "All of it."), turn(5, "ben"),
    ])  # fmt: skip

    expect(playground.node("ben")).to_contain_text("1 turn · 20 tok")
    assert arrows(playground) == {"You to ann: 1 time", "ann to You: 1 time", "You to ben: 1 time"}
    slider = playground.page.get_by_role("slider", name="Moment of the run")
    slider.fill("8")
    expect(playground.page.get_by_role("button", name="ann to ben: 1 time")).to_be_visible()
    slider.fill("10")
    expect(playground.page.get_by_role("button", name="ann to ben")).to_have_count(1)
    slider.fill("11")
    expect(playground.page.get_by_role("button", name="ann to ben")).to_have_count(0)


def test_who_works_at_the_same_time_follows_the_one_both_began_after(show: Show) -> None:
    playground = show([
        *BEGIN,
        thought(1, "ann", 0.9), said(1, "ann"), turn(1, "ann"),
        thought(2, "ben", 0.9), said(2, "ben"),
        thought(4, "cat", 2.9), said(4, "cat"), turn(4, "ben", "cat"),
        thought(5, "dan", 0.9), said(5, "dan"), turn(5, "dan"),
    ])  # fmt: skip

    expect(playground.node("dan")).to_contain_text("1 turn")
    assert arrows(playground) == {
        "You to ann: 1 time", "ann to ben: 1 time", "ann to cat: 1 time", "ben to dan: 1 time",
        "cat to dan: 1 time",
    }  # fmt: skip
    expect(playground.node("cat")).to_contain_text("2.9 s")


def test_arrows_tell_tokens_time_and_cost(show: Show) -> None:
    playground = show([
        *BEGIN,
        thought(1, "ann", 0.5), said(1, "ann"), turn(1, "ann"),
        thought(3, "ben", 1.5, tokens=2500), said(3, "ben"), turn(3, "ben"),
    ])  # fmt: skip
    arrow = playground.page.get_by_role("button", name="ann to ben: 1 time")
    expect(arrow).to_have_text("1")

    for say, told in (("tokens", "2.5k"), ("time", "1.5 s"), ("cost", "$0.0100")):
        playground.page.get_by_label("Arrows say").select_option(say)
        expect(arrow).to_have_text(told)


def test_the_panel_fills_the_window_and_comes_back(show: Show) -> None:
    playground = show([*BEGIN, thought(1, "ann", 0.5), said(1, "ann"), turn(1, "ann")])
    panel = playground.page.get_by_role("complementary", name="The run")
    expect(playground.node("ann")).to_contain_text("1 turn")

    playground.page.get_by_role("button", name="Fill the window with the panel").click()
    assert (panel.bounding_box() or {"width": 0})["width"] > 1300

    playground.page.keyboard.press("Escape")
    assert (panel.bounding_box() or {"width": 0})["width"] < 500


def test_retries_and_waiting_for_people_are_in_the_timeline(show: Show) -> None:
    retry = {"call_id": "r", "agent": "ann", "path": [], "model": "gpt-x", "attempt": 1, "of": 3,
             "reason": "the provider is overloaded", "wait_s": 2.0}  # fmt: skip
    question = {"request_id": "q", "source": "ben", "prompt": "May I?", "schema": {}}
    playground = show([
        *BEGIN,
        (1.0, "retry", retry),
        thought(5, "ann", 5), said(5, "ann"), turn(5, "ann"),
        (6.0, "question", question),
        (6.0, "status", {"status": "waiting_input"}),
        (66.0, "answer", {"request_id": "q", "value": "Yes.", "by": "local"}),
        (66.0, "status", {"status": "running"}),
        said(67, "ben"), turn(67, "ben"),
    ])  # fmt: skip

    expect(playground.rows("retry")).to_contain_text("attempt 1 of 3 failed")
    expect(playground.rows("retry")).to_contain_text("the provider is overloaded")
    expect(playground.rows("retry")).to_contain_text("again after 2.0 s")
    playground.page.get_by_role("tab", name="Timeline").click()
    spans = playground.page.get_by_role("list", name="Timeline").get_by_role("listitem")
    expect(spans.filter(has_text="Attempt 1 failed")).to_contain_text("2.0 s")
    expect(spans.filter(has_text="Waiting for a person")).to_contain_text("1 min 0 s")


def test_a_budget_shows_its_state_and_a_new_one_counts_from_then_on(show: Show) -> None:
    playground = show(
        [
            *BEGIN,
            thought(1, "ann", 0.5, tokens=90), said(1, "ann"), turn(1, "ann"),
            (2.0, "budget_set", {"tokens": 1000, "turns": None}),
            thought(3, "ben", 0.5, tokens=10), said(3, "ben"), turn(3, "ben"),
        ],
        options={"budget": {"tokens": 100}},
    )  # fmt: skip
    meter = playground.page.get_by_role("meter", name="Budget of tokens")

    expect(meter).to_contain_text("100 of 1,000")
    expect(playground.rows("notice")).to_contain_text("The budget is now 1000 tokens.")
    playground.page.get_by_role("slider", name="Moment of the run").fill("6")
    expect(meter).to_contain_text("90 of 100")
    expect(meter.locator("[data-state]")).to_have_attribute("data-state", "near")


def test_a_finished_run_is_replayed_at_a_pace_and_step_by_step(show: Show) -> None:
    log = [*BEGIN]
    for second in range(1, 6):
        log += [said(second, "ann", f"Word {second}."), turn(second, "ann")]
    log += [(6.0, "result", {"stop_reason": "Done.", "totals": {}}),
            (6.0, "status", {"status": "completed"})]  # fmt: skip
    playground = show(log)
    page = playground.page
    expect(playground.result).to_be_visible()

    page.get_by_label("Speed of the replay").select_option("2")
    page.get_by_role("button", name="Replay the run").click()
    expect(playground.rows("text")).to_have_count(2)
    expect(playground.result).to_have_count(0)
    page.get_by_role("button", name="Hold the replay").click()
    held = playground.rows("text").count()
    assert held < 5
    for _ in range(2):
        page.get_by_role("button", name="One event on").click()
    expect(playground.rows("text")).to_have_count(held + 1)
    for _ in range(2):
        page.get_by_role("button", name="One event back").click()
    expect(playground.rows("text")).to_have_count(held)
    page.get_by_label("Speed of the replay").select_option("10")
    page.get_by_role("button", name="Replay the run").click()
    expect(playground.result).to_be_visible()
    expect(playground.rows("text")).to_have_count(5)
    expect(page.locator(".sm-now")).to_have_text("End")


def test_a_team_inside_is_closed_and_opened_again(page: Page, studio: StudioServer) -> None:
    file = data_directory() / "teams" / "product_launch.json"
    playground = Playground(page, studio).open(unpaced(json.loads(file.read_text("utf-8"))))
    playground.run("Plan the launch.")
    inner = page.locator(".sg-node[data-kind=agent]")
    team = page.locator(".sg-node[data-kind=team]")
    everybody = inner.count()
    name = team.locator(".sg-name").inner_text()

    team.get_by_role("button", name=f"Close {name}").click()
    expect(inner).not_to_have_count(everybody)
    closed = arrows(playground)
    expect(team).to_contain_text("turn")
    team.locator(".sg-card").click()
    expect(page.get_by_role("button", name="Show everything again")).to_be_visible()
    expect(playground.rows("text").first).to_contain_text(name)

    team.get_by_role("button", name=f"Open {name}").click()
    expect(inner).to_have_count(everybody)
    assert arrows(playground) != closed
