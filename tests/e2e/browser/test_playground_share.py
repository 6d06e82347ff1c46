"""A link by which others read a session or a run: live, without the token, and nothing else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.browser.playground_page import Playground, ask
from tests.support.playground_teams import round_robin, talker
from tests.support.provider.server import ProviderServer
from tests.support.team_json import person

pytestmark = pytest.mark.browser

ASKING = round_robin([talker("ann", answers=["May I?", "Done."]), person("boss")], max_messages=4)


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A browser that has never had the studio's token; what goes wrong in it fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert problems == []


def make_link(playground: Playground, what: str = "The whole session") -> str:
    """Make a link by the menu and return its address."""
    page = playground.page
    playground.bar.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Share to read").click()
    page.get_by_role("region", name=what).get_by_role("button", name="Make a link").click()
    link = page.get_by_label(f"Link to {what.lower()}")
    expect(link).to_be_visible()
    address = link.input_value()
    page.keyboard.press("Escape")
    return address


def test_a_shared_run_is_followed_live_with_graph_timeline_and_slider(
    playground: Playground, reader: Page, provider: ProviderServer
) -> None:
    team = [talker(name, model="slow", url=provider.openai_url) for name in ("ann", "ben")]
    playground.open(round_robin(team, max_messages=3))
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word1")

    reader.goto(make_link(playground))

    theirs = Playground(reader, playground.studio)
    expect(theirs.open_text).to_be_visible()
    expect(theirs.state).to_have_attribute("data-status", "running")
    expect(theirs.result).to_be_visible(timeout=30_000)
    expect(theirs.rows("text")).to_have_count(2)
    expect(theirs.node("ben")).to_be_visible()
    reader.get_by_role("button", name="ann to ben: 1 time").click()
    expect(theirs.rows("text")).to_have_count(1)
    reader.get_by_role("button", name="Show everything again").click()
    reader.get_by_role("slider", name="Moment of the run").fill("2")
    expect(theirs.rows("text")).to_have_count(0)
    reader.get_by_role("button", name="Back to now").first.click()
    reader.get_by_role("tab", name="Timeline").click()
    expect(reader.get_by_role("listitem").filter(has_text="slow")).to_have_count(2)


def test_a_reader_sees_a_question_and_cannot_answer_steer_or_look_around(
    playground: Playground, browser: Browser
) -> None:
    playground.open(ASKING)
    playground.say("Begin.")
    expect(playground.rows("question")).to_be_visible()
    context = browser.new_context()
    reader = context.new_page()

    reader.goto(make_link(playground))

    theirs = Playground(reader, playground.studio)
    expect(theirs.rows("question")).to_contain_text("asks")
    expect(reader.get_by_role("textbox")).to_have_count(0)
    for name in ("Answer", "Pause", "Stop", "Resume", "Run", "Edit and go on from here",
                 "Try again from here", "Breakpoint before ann"):  # fmt: skip
        expect(reader.get_by_role("button", name=name, exact=True)).to_have_count(0)
    statuses = reader.evaluate(
        """async (run) => Promise.all([
          fetch('/api/sessions'), fetch('/api/runs/' + run), fetch('/api/shares'),
          fetch('/api/runs/' + run + '/cancel', { method: 'POST' }),
          fetch(location.pathname.replace('/share/', '/api/shared/'), { method: 'DELETE' }),
          fetch('/playground/'),
        ].map((answer) => answer.then((r) => r.status)))""",
        playground.run_id,
    )
    assert statuses == [401] * 6
    expect(playground.state).to_have_attribute("data-status", "waiting_input")
    context.close()


def test_a_link_that_is_taken_back_shows_nothing_any_more(
    playground: Playground, browser: Browser
) -> None:
    playground.open(ASKING)
    playground.say("Begin.")
    expect(playground.rows("question")).to_be_visible()
    address = make_link(playground, "Only this run")
    context = browser.new_context()
    reader = context.new_page()
    reader.goto(address)
    expect(reader.locator("[data-item=question]")).to_be_visible()

    page = playground.page
    playground.bar.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Share to read").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)

    expect(reader.get_by_role("heading", name="This is no longer shared")).to_be_visible()
    expect(reader.locator("[data-item]")).to_have_count(0)
    reader.goto(address)
    expect(reader.get_by_role("heading", name="This is no longer shared")).to_be_visible()
    context.close()


def test_a_session_that_is_shared_shows_its_later_runs(
    playground: Playground, reader: Page
) -> None:
    playground.open(round_robin([talker("ann", answers=["One.", "Two."])], max_messages=2))
    playground.run("First.")
    entry = playground.page.locator(".ss-entry[data-current]")
    expect(entry.get_by_label("Shared to read")).to_have_count(0)
    reader.goto(make_link(playground))
    expect(reader.locator("[data-item=text]")).to_contain_text("One.")
    expect(entry.get_by_label("Shared to read")).to_be_visible()

    playground.run("Second.")

    pick = reader.get_by_label("Run", exact=True)
    expect(pick.get_by_role("option")).to_have_count(2)
    pick.select_option(index=0)
    expect(reader.locator("[data-item=user]")).to_contain_text("Second.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_reads_what_is_shared_in_both_themes(
    playground: Playground, browser: Browser, scheme: str
) -> None:
    playground.open(round_robin([talker("ann", answers=["One."])], max_messages=2))
    playground.run("First.")
    address = make_link(playground)
    context: BrowserContext = browser.new_context(
        viewport={"width": 390, "height": 844},
        color_scheme=scheme,  # pyright: ignore[reportArgumentType]
    )
    page = context.new_page()

    page.goto(address)

    expect(page.locator("[data-item=text]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    dark = page.evaluate("document.documentElement.classList.contains('dark')")
    assert dark == (scheme == "dark")
    context.close()


def test_what_a_model_was_sent_does_not_leave_the_studio(
    playground: Playground, reader: Page
) -> None:
    playground.open(round_robin([talker("ann", answers=["One."])], max_messages=2))
    playground.run("First.")
    address = make_link(playground)
    seen: list[str] = []
    reader.on("response", lambda answer: seen.append(answer.text() if answer.ok else ""))

    reader.goto(address)
    expect(reader.locator("[data-item=text]")).to_contain_text("One.")
    reader.locator("[data-item=text]").get_by_role("button", name="tokens").click()

    expect(reader.get_by_role("tabpanel")).to_contain_text("replay")
    expect(reader.get_by_role("tabpanel")).not_to_contain_text("What the model saw")
    assert not any("You talk." in text for text in seen)
    run = ask(playground.studio, "GET", f"/api/runs/{playground.run_id}")
    assert "You talk." in str(run["component"])
