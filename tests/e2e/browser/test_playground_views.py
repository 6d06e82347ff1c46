"""Understanding a run: filter, slider, timeline, details, comparison; sessions, files, exports."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser.conftest import signed_in
from tests.e2e.browser.contrast import faint_texts
from tests.e2e.browser.playground_page import Playground, ask
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


def test_two_versions_are_given_the_same_task_and_compared(playground: Playground) -> None:
    playground.open(PAIR, name="Versioned team")
    page = playground.page
    session = page.url.rstrip("/").rpartition("/")[2]
    team = ask(playground.studio, "GET", f"/api/sessions/{session}")["team_id"]
    one = round_robin([talker("ann", answers=["Another end."])], max_messages=2)
    ask(playground.studio, "PUT", f"/api/teams/{team}", {"component": one, "base_version": 1})

    playground.bar.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Compare versions or teams").click()
    expect(page.get_by_label("Next task on the left").locator("option:checked")).to_have_text(
        "Versioned team, version 1"
    )
    expect(page.get_by_label("Next task on the right").locator("option:checked")).to_have_text(
        "Versioned team, version 2"
    )
    page.get_by_label("Send the same task to both").fill("Begin.")
    page.keyboard.press("Enter")

    for side, said in (("left", "Delta from ben."), ("right", "Another end.")):
        one_side = page.get_by_role("group", name=side)
        expect(one_side.get_by_test_id("run-result")).to_be_visible()
        expect(one_side.locator("[data-item=text]").last).to_contain_text(said)
    expect(page.get_by_role("columnheader", name="Versioned team, version 2")).to_be_visible()
    expect(page.get_by_role("row", name="Turns 4 1")).to_contain_text("75 %")
    expect(page.get_by_role("row", name="Result")).to_contain_text("differs")
    expect(page.get_by_role("row", name="Path")).to_contain_text("differs")


def test_two_teams_are_given_the_same_task(playground: Playground) -> None:
    other = round_robin([talker("zoe", answers=["From another team."])], max_messages=2)
    ask(playground.studio, "POST", "/api/teams", {"component": other, "name": "Other people"})
    playground.open(PAIR, name="These people")
    page = playground.page
    playground.bar.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Compare versions or teams").click()

    page.get_by_label("Next task on the right").select_option(label="Other people")
    page.get_by_label("Send the same task to both").fill("Begin.")
    page.keyboard.press("Enter")

    right = page.get_by_role("group", name="right")
    expect(right.locator("[data-item=text]")).to_contain_text("From another team.")
    expect(page.get_by_role("group", name="left").get_by_test_id("run-result")).to_be_visible()


def test_a_session_is_called_after_its_first_task_unless_it_has_a_name(
    playground: Playground,
) -> None:
    playground.open(PAIR, name="Nameless team")
    entry = playground.page.locator(".ss-entry[data-current]")
    expect(entry).to_contain_text("Nameless team")

    playground.run("Make some tea.")
    expect(entry.locator(".ss-title")).to_have_text("Make some tea.")
    expect(playground.page.locator(".st-crumb")).to_contain_text("Make some tea.")

    playground.run("Now coffee.")
    expect(entry.locator(".ss-title")).to_have_text("Make some tea.")


def test_a_run_remembers_the_session_or_starts_fresh(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("First task.")
    memory = playground.page.get_by_role("button", name="Remembers")
    expect(memory).to_have_attribute("aria-pressed", "false")

    memory.click()
    playground.run("Second task.")

    expect(playground.page.locator(".sk-fresh")).to_contain_text("Started fresh")
    run = ask(playground.studio, "GET", f"/api/runs/{playground.run_id}")
    assert run["options"]["fresh"] is True
    calls = ask(playground.studio, "GET", f"/api/runs/{playground.run_id}/calls")
    assert "First task." not in str(calls[0]["messages"])
    expect(playground.page.get_by_role("button", name="Remembers")).to_be_visible()


def test_a_team_suggests_what_to_ask_and_keeps_what_one_adds(playground: Playground) -> None:
    document = {"component": PAIR, "tasks": ["Make some tea."]}
    team = ask(playground.studio, "POST", "/api/teams", {"document": document, "name": "Helpful"})
    page = playground.page
    page.goto(f"{playground.studio.url}/playground?team={team['team_id']}")

    page.get_by_role("button", name="Make some tea.", exact=True).click()
    expect(playground.box).to_have_value("Make some tea.")
    playground.run("Make coffee instead.")
    page.goto(f"{playground.studio.url}/playground?team={team['team_id']}")
    mine = page.locator(".sk-suggestion", has_text="Make coffee instead.")
    mine.hover()
    mine.get_by_role("button", name="Suggest this to everybody").click()

    expect(mine.get_by_role("button", name="No longer suggest this")).to_be_visible()
    saved = ask(playground.studio, "GET", f"/api/teams/{team['team_id']}")
    assert saved["document"]["tasks"] == ["Make some tea.", "Make coffee instead."]


def test_an_exported_page_opens_without_a_network(
    playground: Playground, browser: Browser, tmp_path: Path
) -> None:
    playground.open(PAIR, name="Exported team")
    playground.run("Begin.")
    playground.bar.get_by_role("button", name="More").click()
    with playground.page.expect_download() as download:
        playground.page.get_by_role("menuitem", name="Export as a web page").click()
    file = tmp_path / "session.html"
    download.value.save_as(file)
    context = browser.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(file.as_uri())

    expect(page.get_by_role("article").first).to_contain_text("Begin.")
    expect(page.get_by_role("article").filter(has_text="Delta from ben.")).to_be_visible()
    assert asked == [file.as_uri()]
    context.close()


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


def test_files_are_dropped_and_pasted_and_seen_before_they_are_sent(
    playground: Playground,
) -> None:
    playground.open(PAIR)
    page = playground.page
    give = """(box, [type, name, kind, text]) => {
      const data = new DataTransfer();
      if (name) data.items.add(new File([text], name, { type: kind }));
      else data.setData('text/plain', text);
      const more = { bubbles: true, cancelable: true };
      box.dispatchEvent(type === 'paste'
        ? new ClipboardEvent('paste', { ...more, clipboardData: data })
        : new DragEvent('drop', { ...more, dataTransfer: data }));
    }"""
    chips = page.locator(".sc-files li")

    playground.box.evaluate(give, ["drop", "tea.md", "text/markdown", "# Tea"])
    expect(chips.filter(has_text="tea.md")).to_have_attribute("data-state", "ready")
    playground.box.evaluate(give, ["paste", "", "", "A long story. " * 400])
    expect(chips.filter(has_text="pasted.txt")).to_have_attribute("data-state", "ready")
    expect(playground.box).to_have_value("")
    playground.box.evaluate(give, ["paste", "dot.gif", "image/gif", "GIF89a not quite"])
    expect(chips.locator("img")).to_have_count(1)
    page.get_by_role("button", name="Remove dot.gif").click()
    playground.box.evaluate(give, ["drop", "a.zip", "application/zip", "PK"])
    expect(page.locator(".sc-hint")).to_have_text("Remove the file that cannot be attached.")
    chips.filter(has_text="zip").get_by_role("button").click()
    playground.run("Read these.")

    expect(playground.rows("user").get_by_role("button", name="tea.md")).to_be_visible()
    expect(playground.rows("user").get_by_role("button", name="pasted.txt")).to_be_visible()


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
def test_text_is_large_and_clear_and_nothing_scrolls_sideways_in_both_themes(
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
    assert faint_texts(page) == []
    for tab in ("Timeline", "Details"):
        page.get_by_role("tab", name=tab).click()
        assert faint_texts(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440
    context.close()


def test_a_run_that_is_gone_leaves_the_others_on_the_screen(playground: Playground) -> None:
    playground.open(PAIR)
    playground.run("Begin.")

    playground.page.goto(playground.page.url + "&with=run_gone")

    expect(playground.page.get_by_role("region", name="Comparison of two runs")).to_be_visible()
    expect(playground.rows("text")).to_have_count(4)
