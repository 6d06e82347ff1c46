"""A long run: its end is there at once, the rest follows, and nothing is missing or said twice."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.playground_page import Playground, ask
from tests.support.playground_teams import round_robin, talker
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

MESSAGES = 900
TEAM = round_robin(
    [
        talker(name, answers=[f"{name} says {n}." for n in range(MESSAGES)])
        for name in ("ann", "ben")
    ],
    max_messages=MESSAGES,
)
UPPER = """() => {
  const top = document.querySelector(".sf-scroll").getBoundingClientRect().top;
  const rows = [...document.querySelectorAll(".sf-row")];
  const row = rows.find((one) => one.getBoundingClientRect().bottom > top);
  return [row.dataset.key, Math.round(row.getBoundingClientRect().top - top)];
}"""

FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def settled(page: Page) -> list[Any]:
    """Return the upper row and its place once two frames agree about it."""
    before: list[Any] = []
    while (now := page.evaluate(UPPER)) != before:
        before = now
        page.evaluate(FRAME)
    return now


@pytest.fixture(scope="module")
def address(studio: StudioServer) -> str:
    """The address of a run that has ended."""
    session = ask(studio, "POST", "/api/sessions", {"component": TEAM})["session_id"]
    task = {"session_id": session, "task": "Count."}
    run = ask(studio, "POST", "/api/runs", task)["run_id"]
    return f"/playground/{session}/?run={run}"


def reload_on_a_slow_line(page: Page) -> None:
    """Reload behind a line on which a long log takes its time."""
    line: Any = page.context.new_cdp_session(page)
    limits = {"offline": False, "latency": 5, "downloadThroughput": 300_000}
    line.send("Network.emulateNetworkConditions", {**limits, "uploadThroughput": -1})
    page.reload()


def open_and_wait(page: Page, studio: StudioServer, address: str) -> Playground:
    playground = Playground(page, studio)
    page.goto(studio.url + address)
    expect(playground.result).to_be_visible(timeout=60_000)
    expect(page.get_by_label("Totals up to this moment")).to_be_visible(timeout=60_000)
    return playground


def test_the_end_is_shown_before_the_beginning_has_come(
    page: Page, studio: StudioServer, address: str
) -> None:
    playground = open_and_wait(page, studio, address)
    reload_on_a_slow_line(page)

    reading = page.get_by_text("Reading the whole run…")
    expect(playground.result).to_be_visible()
    expect(reading).to_be_visible()
    expect(playground.state).to_have_attribute("data-status", "completed")
    expect(reading).to_have_count(0, timeout=60_000)
    expect(page.get_by_label("Totals up to this moment")).to_contain_text(f"{MESSAGES - 1} turns")
    expect(playground.result).to_be_visible()


def test_who_reads_meanwhile_keeps_the_place(
    page: Page, studio: StudioServer, address: str
) -> None:
    open_and_wait(page, studio, address)
    reload_on_a_slow_line(page)
    expect(page.get_by_text("Reading the whole run…")).to_be_visible()
    page.locator(".sf-scroll").evaluate("(box) => { box.scrollTop -= 700; }")
    expect(page.get_by_role("button", name="Newest")).to_be_visible()
    place = settled(page)

    expect(page.get_by_text("Reading the whole run…")).to_have_count(0, timeout=60_000)

    assert settled(page) == place


def test_every_message_is_there_once_and_in_order(
    page: Page, studio: StudioServer, address: str
) -> None:
    playground = open_and_wait(page, studio, address)
    seen: dict[int, str] = {}
    box = page.locator(".sf-scroll")
    while True:
        rows = page.locator("[data-item=text], [data-item=user]").evaluate_all(
            "(rows) => rows.map((row) => [Number(row.dataset.key.slice(1)),"
            " row.querySelector('.sf-md').innerText])"
        )
        seen |= {int(seq): text for seq, text in rows}
        if not box.evaluate("(box) => { const at = box.scrollTop; box.scrollTop -= 1200;"
                            " return at > 0; }"):  # fmt: skip
            break
        page.evaluate(FRAME)

    said = [
        (event["seq"], event["body"]["content"])
        for event in playground.events()
        if event["type"] == "message"
    ]
    assert sorted(seen.items()) == said
    assert len(said) == MESSAGES


def test_search_and_slider_reach_what_came_first(
    page: Page, studio: StudioServer, address: str
) -> None:
    playground = open_and_wait(page, studio, address)

    page.get_by_label("Search this run").fill("ann says 3.")
    expect(playground.rows("text")).to_have_count(1)
    page.get_by_label("Search this run").fill("")
    page.get_by_role("slider", name="Moment of the run").fill("10")

    expect(page.get_by_label("Totals up to this moment")).to_contain_text("2 turns")
    expect(playground.rows("text").last).to_contain_text(re.compile(r"ben says 0\.|ann says 1\."))
