"""Understanding a run: filter, slider, timeline, details, comparison; sessions, files, exports."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import signed_in
from tests.e2e.browser.playground_page import Playground
from tests.support.playground_teams import round_robin, talker
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

PAIR = round_robin(
    [
        talker("ann", answers=["Alpha from ann.", "Gamma from ann.", "Epsilon."]),
        talker("ben", answers=["Beta from ben.", "Delta from ben.", "Zeta."]),
    ],
    max_messages=5,
)


@pytest.fixture
def playground(page: Page, studio: StudioServer) -> Playground:
    return Playground(page, studio)


def test_a_node_an_edge_and_a_word_filter_the_conversation(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("Begin.")

    playground.node("ben").get_by_role("button", name="ben").first.click()
    expect(playground.rows("text")).to_have_count(2)
    playground.page.keyboard.press("Escape")
    expect(playground.rows("text")).to_have_count(4)

    playground.page.get_by_role("button", name="ben to ann: 1 time").click()
    expect(playground.rows("text")).to_contain_text("Gamma")
    playground.page.get_by_role("button", name="Show everything again").click()

    playground.page.get_by_label("Search this run").fill("delta")
    expect(playground.rows("text")).to_have_count(1)


def test_the_slider_moves_graph_conversation_and_totals_together(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("Begin.")
    slider = playground.page.get_by_role("slider", name="Moment of the run")
    first = next(e["seq"] for e in playground.events() if "Alpha" in str(e["body"].get("content")))

    slider.fill(str(first))

    expect(playground.rows("text")).to_have_count(1)
    expect(playground.result).to_have_count(0)
    expect(playground.node("ben")).to_have_attribute("data-quiet", "true")
    expect(playground.page.get_by_label("Totals up to this moment")).to_contain_text("0 turns")
    playground.page.get_by_role("button", name="Back to now").click()
    expect(playground.rows("text")).to_have_count(4)


def test_a_finished_run_is_replayed(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("Begin.")
    playground.page.get_by_label("Speed of the replay").select_option("0.5")

    playground.page.get_by_role("button", name="Replay the run").click()

    expect(playground.result).to_be_visible()
    expect(playground.page.locator(".sm-now")).to_have_text("End")


def test_timeline_and_details_show_what_a_model_saw(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("Begin with teapots.")
    page = playground.page

    page.get_by_role("tab", name="Timeline").click()
    expect(page.get_by_role("listitem").filter(has_text="replay")).to_have_count(4)
    playground.rows("text").nth(1).get_by_role("button", name="tokens").click()

    details = page.get_by_role("tabpanel")
    expect(details).to_contain_text("What the model saw")
    expect(details).to_contain_text("You talk.")
    expect(details).to_contain_text("Begin with teapots.")
    expect(details).to_contain_text("What it answered")


def test_two_runs_are_compared_and_given_the_same_task(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("First task.")
    playground.run("Second task.")
    page = playground.page
    expect(page.get_by_role("button", name="Run 2 of 2")).to_be_visible()

    playground.bar.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Compare with the run before").click()

    expect(page.get_by_role("row", name="Turns 4 4 same")).to_be_visible()
    expect(page.get_by_role("log")).to_have_count(2)
    page.get_by_label("Send the same task to both").fill("Third task.")
    page.keyboard.press("Enter")
    for side in ("left", "right"):
        shown = page.get_by_label(f"Run on the {side}").locator("option:checked")
        expect(shown).to_contain_text("Third task.")
        expect(page.get_by_role("group", name=side).get_by_test_id("run-result")).to_be_visible()


def test_sessions_are_renamed_pinned_found_and_deleted_with_a_way_back(
    playground: Playground,
) -> None:
    playground.open(PAIR, name="Teapot people")
    page = playground.page
    entry = page.locator(".ss-entry[data-current]")

    entry.get_by_role("link").dblclick()
    page.get_by_label("Name of the session").fill("Kettles")
    page.keyboard.press("Enter")
    expect(entry).to_contain_text("Kettles")
    expect(page.locator(".st-crumb")).to_contain_text("Kettles")

    entry.hover()
    entry.get_by_role("button", name="Actions for Kettles").click()
    page.get_by_role("menuitem", name="Pin to the top").click()
    expect(page.locator(".ss-entry").first).to_contain_text("Kettles")

    page.get_by_label("Search sessions").fill("kett")
    expect(page.locator(".ss-entry")).to_have_count(1)
    entry.hover()
    entry.get_by_role("button", name="Actions for Kettles").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".ss-entry")).to_have_count(1)
    entry.hover()
    entry.get_by_role("button", name="Actions for Kettles").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".ss-entry")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".ss-entry")).to_contain_text("Kettles")


def test_the_team_in_the_address_begins_a_session(playground: Playground) -> None:
    playground.open(PAIR, name="Named team")
    team = playground.page.evaluate(
        "async () => (await (await fetch('/api/teams?limit=1')).json()).items[0].team_id"
    )

    playground.page.goto(f"{playground.studio.url}/playground?team={team}")

    playground.page.wait_for_url("**/playground/session_*")
    expect(playground.box).to_be_visible()
    expect(playground.node("ann")).to_be_visible()


def test_a_file_goes_with_the_task(playground: Playground, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# The pot\nIt whistles.")
    playground.open(PAIR)

    playground.page.locator("input[type=file]").set_input_files(note)
    expect(playground.page.locator(".sc-files li")).to_have_attribute("data-state", "ready")
    playground.run("Read this.")

    playground.rows("user").get_by_role("button", name="note.md").click()
    expect(playground.rows("user")).to_contain_text("It whistles.")
    expect(playground.page.locator(".sc-files li")).to_have_count(0)


@pytest.mark.parametrize("kind", ["Markdown", "a web page", "JSON"])
def test_a_session_is_exported(playground: Playground, kind: str) -> None:
    playground.open(PAIR, name="Exported team")
    playground.run("Begin.")
    playground.bar.get_by_role("button", name="More").click()

    with playground.page.expect_download() as download:
        playground.page.get_by_role("menuitem", name=f"Export as {kind}").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")

    assert "Alpha from ann." in text
    assert "Begin." in text
    if kind == "JSON":
        assert json.loads(text)["runs"][0]["events"][0]["seq"] == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_large_and_nothing_scrolls_sideways_in_both_themes(
    browser: Browser, studio: StudioServer, scheme: str
) -> None:
    context = signed_in(browser, studio, color_scheme=scheme)
    playground = Playground(context.new_page(), studio)
    playground.open(PAIR)
    playground.run("Begin.")
    page = playground.page

    sizes: list[float] = page.evaluate(
        "() => [...document.querySelectorAll('.sp *, .st-bar *')].filter((e) => [...e.childNodes]"
        ".some((n) => n.nodeType === 3 && n.textContent.trim()))"
        ".map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    unnamed: int = page.evaluate(
        "() => [...document.querySelectorAll('button, input, textarea, select')].filter((e) =>"
        " !e.hidden && !(e.innerText || e.ariaLabel || e.labels?.length || e.title)).length"
    )

    assert min(sizes) >= 11
    assert unnamed == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440
    context.close()


def test_a_run_that_is_gone_leaves_the_others_on_the_screen(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("Begin.")

    playground.page.goto(playground.page.url + "&with=run_gone")

    expect(playground.page.get_by_role("region", name="Comparison of two runs")).to_be_visible()
    expect(playground.rows("text")).to_have_count(4)
