"""Streams that are fast, long or hostile: the end stays in sight, and the page stays itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.playground_page import Playground
from tests.support.playground_teams import round_robin, talker
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

PARAGRAPHS = "\n\n".join(
    " ".join(f"word{n}" for n in range(at, at + 50)) for at in range(0, 800, 50)
)


@pytest.fixture
def playground(page: Page, studio: StudioServer) -> Playground:
    return Playground(page, studio)


def test_the_end_stays_in_sight_however_fast_it_grows(playground: Playground) -> None:
    team = round_robin(
        [talker(name, answers=[PARAGRAPHS] * 30) for name in ("ann", "ben")], max_messages=60
    )
    playground.open(team)

    playground.run("Talk a lot.")

    expect(playground.result).to_be_in_viewport()
    expect(playground.page.get_by_role("button", name="Newest")).to_have_count(0)


def test_who_scrolls_up_is_left_alone_until_they_come_back(playground: Playground) -> None:
    page = playground.page
    team = round_robin([talker("ann", answers=[PARAGRAPHS] * 5)], max_messages=4)
    playground.open(team)
    playground.run("First.")
    page.locator(".sf-scroll").hover()
    page.mouse.wheel(0, -60)
    newest = page.get_by_role("button", name="Newest")
    expect(newest).to_be_visible()

    page.mouse.wheel(0, 4000)
    expect(newest).to_have_count(0)
    page.mouse.wheel(0, -3000)
    expect(newest).to_be_visible()
    newest.click()

    expect(playground.result).to_be_in_viewport()
    expect(newest).to_have_count(0)
