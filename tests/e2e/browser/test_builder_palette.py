"""The command palette and the key sheet on the Build page."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder
from tests.e2e.browser.builder_teams import agent, round_robin
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def search(builder: Builder, text: str) -> None:
    builder.page.keyboard.press("Control+k")
    expect(builder.page.get_by_role("combobox", name="Search commands")).to_be_focused()
    builder.page.keyboard.type(text)


def test_a_node_is_found_by_its_name_and_selected(builder: Builder) -> None:
    builder.open(round_robin(*[agent(f"agent_{number}") for number in range(60)]))
    assert builder.nodes.count() < 61

    search(builder, "agent_59")
    expect(builder.page.get_by_role("option").first).to_contain_text("Agent on this canvas")
    builder.page.keyboard.press("Enter")

    expect(builder.page.locator(".sb-node[data-selected] strong")).to_have_text("agent_59")
    expect(builder.node("agent_59")).to_be_in_viewport(ratio=0.99)


def test_a_team_inside_opens_from_the_palette(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), round_robin(agent("drafter"), name="writers")))

    search(builder, "open writers")
    builder.page.keyboard.press("Enter")

    expect(builder.node("drafter")).to_be_visible()


def test_another_team_an_action_and_a_setting_are_found(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")), name="First of many")
    builder.open(round_robin(agent("writer")), name="Second of many")

    search(builder, "add a note")
    builder.page.keyboard.press("Enter")
    expect(builder.page.locator(".sb-note")).to_be_visible()
    search(builder, "first of many")
    builder.page.keyboard.press("Enter")
    expect(builder.node("planner")).to_be_visible()
    search(builder, "settings: keys")
    builder.page.keyboard.press("Enter")
    expect(builder.page.get_by_role("heading", name="Keys")).to_be_visible()


def test_what_only_keys_can_do_stands_on_the_sheet_and_not_in_the_palette(
    builder: Builder,
) -> None:
    builder.open(round_robin(agent("planner")))

    search(builder, "go from node to node")
    expect(builder.page.get_by_text("Nothing is called that.")).to_be_visible()
    builder.page.keyboard.press("Escape")
    builder.page.keyboard.press("Escape")
    expect(builder.page.get_by_role("combobox", name="Search commands")).to_be_hidden()
    builder.page.keyboard.press("?")

    sheet = builder.page.get_by_role("dialog", name="Keyboard shortcuts")
    for title in ("Go from node to node", "Paste components", "Zoom in", "Save the team"):
        expect(sheet.get_by_text(title)).to_be_visible()
