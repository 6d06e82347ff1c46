"""Dialogs stand in the middle of the window, whatever its size."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [1440, 390])
def test_a_dialog_stands_in_the_middle(page: Page, studio: StudioServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(studio.url)
    expect(page.get_by_text("Runs as it is").first).to_be_visible()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()

    box = sheet.bounding_box()

    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - width / 2) <= 1
    assert abs(box["y"] + box["height"] / 2 - 422) <= 1


def test_nothing_says_what_the_pages_are_built_with(page: Page, studio: StudioServer) -> None:
    page.goto(studio.url)
    expect(page.get_by_role("navigation").first).to_be_visible()

    assert "Built with" not in page.content()
