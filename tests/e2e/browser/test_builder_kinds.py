"""Each kind of team is built from nothing, by mouse and by keyboard, and found again."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser.builder_page import Builder
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of team, whom to put into it, and whom to connect."""

    tile: str
    provider: str
    members: tuple[str, ...] = ("Critic", "Verifier")
    paths: tuple[tuple[str, str], ...] = field(default=())


ROUND_ROBIN = Kind("Round robin", "RoundRobinGroupChat")
KINDS = [
    ROUND_ROBIN,
    Kind("Selector", "SelectorGroupChat"),
    Kind("Magentic-One", "MagenticOneGroupChat"),
    Kind("Swarm", "Swarm", paths=(("critic", "verifier"),)),
    Kind("Graph flow", "GraphFlow", paths=(("critic", "verifier"),)),
]


def names_of(kind: Kind) -> list[str]:
    return [member.lower() for member in kind.members]


def paths_in(team: JsonDict) -> set[tuple[str, str]]:
    """Return who leads to whom: hand-offs or edges of the graph."""
    config = team["config"]
    graph = config.get("graph", {"nodes": {}})
    found = {
        (name, edge["target"]) for name, node in graph["nodes"].items() for edge in node["edges"]
    }
    for agent in config["participants"]:
        for target in agent["config"].get("handoffs") or []:
            found.add((agent["config"]["name"], target))
    return found


def begin(page: Page, studio: StudioServer, kind: Kind) -> Locator:
    page.goto(f"{studio.url}/build")
    return page.get_by_role("button").filter(has=page.get_by_text(kind.tile, exact=True))


def opened(page: Page, studio: StudioServer) -> Builder:
    page.wait_for_url("**/build/team*")
    builder = Builder(page, studio)
    builder.team_id = page.url.split("/build/")[1].strip("/")
    expect(builder.nodes).to_have_count(1)
    expect(page.locator(".sb-lib-item").first).to_be_visible()
    return builder


def find_again(builder: Builder, kind: Kind) -> None:
    """Reload and find the same team, drawn as before."""
    expect(builder.page.get_by_role("button", name="Saved", exact=True)).to_be_visible()
    before, edges = builder.document(), builder.edges.count()
    builder.reload()

    expect(builder.nodes).to_have_count(1 + len(kind.members))
    expect(builder.edges).to_have_count(edges)
    for name in names_of(kind):
        expect(builder.node(name)).to_be_visible()
    assert builder.document() == before
    assert before["provider"].endswith("." + kind.provider)
    assert builder.names() == names_of(kind)
    assert paths_in(before) == set(kind.paths)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.provider)
def test_a_team_is_built_by_mouse(page: Page, studio: StudioServer, kind: Kind) -> None:
    begin(page, studio, kind).click()
    builder = opened(page, studio)
    for index, member in enumerate(kind.members):
        builder.library(member).drag_to(
            page.locator(".react-flow__pane"), target_position={"x": 640, "y": 140 + 300 * index}
        )
        expect(builder.nodes).to_have_count(2 + index)
        expect(builder.node(member.lower())).to_be_visible()
    page.keyboard.press("Escape")
    for source, target in kind.paths:
        builder.node(source).locator(".react-flow__handle.source").drag_to(
            builder.node(target).locator(".react-flow__handle.target")
        )
    builder.eventually(paths_in, set(kind.paths))
    page.get_by_role("button", name="Save", exact=False).first.click()

    find_again(builder, kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.provider)
def test_a_team_is_built_by_keyboard(page: Page, studio: StudioServer, kind: Kind) -> None:
    tile = begin(page, studio, kind)
    tile.focus()
    page.keyboard.press("Enter")
    builder = opened(page, studio)
    for index, member in enumerate(kind.members):
        page.keyboard.press("/")
        expect(page.locator("#sb-search")).to_be_focused()
        page.keyboard.press("Control+a")
        page.keyboard.type(member)
        page.keyboard.press("Enter")
        expect(builder.nodes).to_have_count(2 + index)
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.get_by_role("tab", name="Library").focus()
    for source, target in kind.paths:
        connect_by_keyboard(builder, source, target)
    page.keyboard.press("Control+s")

    find_again(builder, kind)


def connect_by_keyboard(builder: Builder, source: str, target: str) -> None:
    keyboard = builder.page.keyboard
    builder.node(source).focus()
    keyboard.press(" ")
    expect(builder.page.locator(".sb-node[data-selected] strong")).to_have_text(source)
    keyboard.press("c")
    expect(builder.page.get_by_role("option", name=target)).to_be_visible()
    keyboard.type(target)
    keyboard.press("Enter")
    builder.eventually(lambda team: (source, target) in paths_in(team), wanted=True)


def test_a_team_inside_a_team_is_built_by_mouse(page: Page, studio: StudioServer) -> None:
    begin(page, studio, ROUND_ROBIN).click()
    builder = opened(page, studio)
    page.get_by_label("Search the library").fill("selector")
    page.get_by_role("button", name="Add team Selector").last.drag_to(
        page.locator(".react-flow__pane"), target_position={"x": 640, "y": 300}
    )
    expect(builder.nodes).to_have_count(2)
    page.get_by_label("Search the library").fill("")
    page.get_by_label("Open Selector").click()
    expect(page.get_by_role("navigation", name="Open team")).to_be_visible()
    builder.library("Critic").drag_to(
        page.locator(".react-flow__pane"), target_position={"x": 640, "y": 300}
    )

    found_inside(builder)


def test_a_team_inside_a_team_is_built_by_keyboard(page: Page, studio: StudioServer) -> None:
    begin(page, studio, ROUND_ROBIN).focus()
    page.keyboard.press("Enter")
    builder = opened(page, studio)
    page.keyboard.press("/")
    expect(page.locator("#sb-search")).to_be_focused()
    page.keyboard.type("selector")
    page.get_by_role("button", name="Add team Selector").last.focus()
    page.keyboard.press("Enter")
    expect(builder.nodes).to_have_count(2)
    page.get_by_label("Open Selector").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Open team")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("Critic")
    page.keyboard.press("Enter")

    found_inside(builder)


def found_inside(builder: Builder) -> None:
    """Save a critic in a selector in a round robin, reload, and open the inner team again."""
    expect(builder.node("critic")).to_be_visible()
    builder.page.keyboard.press("Control+s")
    expect(builder.page.get_by_role("button", name="Saved", exact=True)).to_be_visible()
    before = builder.document()
    inner = before["config"]["participants"][0]
    assert inner["provider"].endswith(".SelectorGroupChat")
    assert inner["config"]["participants"][0]["config"]["name"] == "critic"

    builder.reload()
    builder.page.get_by_label("Open Selector").click()
    expect(builder.node("critic")).to_be_visible()
    assert builder.document() == before
