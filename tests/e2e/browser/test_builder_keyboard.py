"""The builder by keyboard alone, and its empty, missing and narrow faces."""

import json

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.browser.builder_page import Builder
from tests.e2e.browser.builder_teams import agent, round_robin, tool
from tests.e2e.browser.conftest import signed_in
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def selected(builder: Builder) -> Locator:
    return builder.page.locator(".sb-node[data-selected] strong")


def test_arrows_walk_over_the_nodes(builder: Builder) -> None:
    builder.open(round_robin(agent("one"), agent("two")))
    builder.select("two")

    builder.page.keyboard.press("ArrowUp")
    expect(selected(builder)).to_have_text("one")
    builder.page.keyboard.press("ArrowLeft")
    expect(selected(builder)).to_have_text("Round robin")


def test_duplicate_copy_paste_and_delete(builder: Builder) -> None:
    builder.open(round_robin(agent("one")))
    builder.select("one")
    builder.page.keyboard.press("Control+d")
    expect(builder.nodes).to_have_count(3)
    builder.page.keyboard.press("Delete")
    expect(builder.nodes).to_have_count(2)

    text = json.dumps(agent("pasted"))
    builder.page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData('text/plain', text);
          document.body.dispatchEvent(
            new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        text,
    )
    expect(builder.node("pasted")).to_be_visible()


def test_participants_change_places_with_alt_and_arrows(builder: Builder) -> None:
    builder.open(round_robin(agent("one"), agent("two"), agent("three")))
    builder.select("three")
    builder.page.keyboard.press("Alt+ArrowUp")

    builder.eventually(lambda _: builder.names(), ["one", "three", "two"])


def test_the_list_reaches_every_node_and_slot(builder: Builder) -> None:
    builder.open(round_robin(agent("one")))
    builder.page.get_by_role("tab", name="List").click()
    tree = builder.page.get_by_role("tree", name="Nodes of the team")
    expect(tree.get_by_role("treeitem", name="Agent one, Assistant")).to_be_visible()

    tools = tree.get_by_role("treeitem", name="Tools, none. Enter adds.")
    tools.focus()
    builder.page.keyboard.press("Enter")
    builder.page.keyboard.type("calculator")
    builder.page.keyboard.press("Enter")

    expect(tree.get_by_role("treeitem", name="Tool calculator")).to_be_visible()


def test_a_tool_moves_from_agent_to_agent_in_the_list_by_keyboard(builder: Builder) -> None:
    builder.open(round_robin(agent("one", tools=[tool("double")]), agent("two")))
    builder.page.get_by_role("tab", name="List").click()
    tree = builder.page.get_by_role("tree", name="Nodes of the team")
    tree.get_by_role("treeitem", name="Tools, 1. Enter adds.").focus()

    builder.page.keyboard.press("ArrowDown")
    expect(tree.get_by_role("treeitem", name="Tool double")).to_be_focused()
    builder.page.keyboard.press("Control+x")
    expect(tree.get_by_role("treeitem", name="Tool double")).to_have_count(0)
    tree.get_by_role("treeitem", name="Agent two, Assistant").focus()
    builder.page.keyboard.press("Enter")
    builder.page.keyboard.press("Control+v")

    expect(builder.node("two").get_by_label("Tool double")).to_be_visible()


def test_a_team_is_built_from_nothing_by_keyboard(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/build")
    page.get_by_role("button", name="Round robin").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/build/team*")
    expect(page.locator(".react-flow__node")).to_have_count(1)

    page.keyboard.press("/")
    page.keyboard.type("critic")
    page.get_by_role("button", name="Add agent Critic").focus()
    page.keyboard.press("Enter")

    expect(page.locator(".react-flow__node")).to_have_count(2)


def test_every_control_of_the_page_has_a_name(builder: Builder) -> None:
    builder.open(round_robin(agent("one")))
    builder.select("one")
    nameless = builder.page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, textarea, [role=switch]')]
          .filter((e) => e.offsetParent && !e.closest('.cm-editor'))
          .filter((e) => !(e.getAttribute('aria-label') || e.getAttribute('title')
            || e.textContent.trim() || e.labels?.length || e.getAttribute('aria-labelledby')))
          .map((e) => e.outerHTML.slice(0, 200))"""
    )
    assert nameless == []


def test_a_team_that_is_not_there_says_so(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/build/team_nowhere")

    expect(page.get_by_text("There is no such team")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_window_does_not_scroll_sideways(
    browser: Browser, studio: StudioServer, scheme: str
) -> None:
    context = signed_in(browser, studio, color_scheme=scheme)
    page = context.new_page()
    page.set_viewport_size({"width": 900, "height": 700})
    builder = Builder(page, studio)
    builder.open(round_robin(agent("one")), narrow=True)
    builder.select("one")

    assert page.evaluate("document.documentElement.scrollWidth") <= 900
    expect(builder.inspector).to_be_visible()
    context.close()
