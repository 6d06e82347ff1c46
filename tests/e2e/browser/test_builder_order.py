"""Bypassing, grouping and ordering on the canvas, and what changed since the last save."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder, call
from tests.e2e.browser.builder_teams import agent, round_robin, swarm
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def middle(builder: Builder, name: str) -> tuple[float, float]:
    box = builder.node(name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(builder: Builder, name: str, by_y: float) -> None:
    """Take a node by its head and let it go further up or down."""
    box = builder.node(name).bounding_box()
    assert box is not None
    mouse = builder.page.mouse
    mouse.move(box["x"] + 120, box["y"] + 20)
    mouse.down()
    mouse.move(box["x"] + 124, box["y"] + 20 + by_y / 2, steps=4)
    mouse.move(box["x"] + 124, box["y"] + 20 + by_y, steps=4)
    mouse.up()


def test_a_bypassed_agent_is_dimmed_and_not_exported(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.select("writer")
    builder.page.keyboard.press("b")
    expect(builder.node("writer")).to_contain_text("Bypassed")
    expect(builder.inspector.get_by_role("status")).to_contain_text("left out of runs")
    builder.page.get_by_role("tab", name="Python").click()
    builder.page.wait_for_function(
        "(document.querySelector('.sb-editor')?.editor.state.doc.toString() ?? '')"
        ".includes('planner')"
    )
    text: str = builder.page.evaluate(
        "document.querySelector('.sb-editor').editor.state.doc.toString()"
    )
    assert "writer" not in text
    builder.page.keyboard.press("Control+s")
    expect(builder.page.get_by_role("button", name="Saved", exact=True)).to_be_visible()
    wanted = {"team_id": builder.team_id, "target": "json"}
    taken = call(builder.studio, "POST", "/api/export", wanted)
    names = [item["config"]["name"] for item in taken["config"]["participants"]]
    assert names == ["planner"]
    builder.reload()
    builder.select("writer")
    builder.inspector.get_by_role("button", name="Take part").click()
    expect(builder.node("writer")).not_to_contain_text("Bypassed")
    assert builder.names() == ["planner", "writer"]


def test_a_group_holds_a_title_and_takes_its_nodes_along(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.select("planner")
    builder.page.keyboard.press("g")
    title = builder.page.get_by_label("Title of the group")
    title.fill("Thinkers")
    builder.page.wait_for_timeout(600)
    before = middle(builder, "planner")
    other = middle(builder, "writer")
    head = builder.page.locator(".sb-frame-head").bounding_box()
    assert head is not None
    mouse = builder.page.mouse
    mouse.move(head["x"] + head["width"] - 20, head["y"] + 10)
    mouse.down()
    mouse.move(head["x"] + head["width"] + 80, head["y"] + 10, steps=6)
    mouse.move(head["x"] + head["width"] + 140, head["y"] + 10, steps=6)
    mouse.up()
    assert middle(builder, "planner")[0] - before[0] > 80
    assert middle(builder, "writer") == other
    builder.page.wait_for_timeout(600)
    places = builder.places()

    builder.reload()

    expect(builder.page.get_by_label("Title of the group")).to_have_value("Thinkers")
    expect(builder.nodes).to_have_count(4)
    assert builder.places() == places


def test_a_participant_let_go_between_two_others_takes_its_turn_there(builder: Builder) -> None:
    builder.open(round_robin(agent("one"), agent("two"), agent("three")))
    gap = (middle(builder, "one")[1] + middle(builder, "two")[1]) / 2

    drag(builder, "three", gap - middle(builder, "three")[1])

    builder.eventually(lambda _: builder.names(), ["one", "three", "two"])
    expect(builder.page.locator(".sb-gap")).to_have_count(0)
    builder.undo()
    builder.eventually(lambda _: builder.names(), ["one", "two", "three"])


def test_participants_are_dragged_in_the_list_of_the_team(builder: Builder) -> None:
    builder.open(round_robin(agent("one"), agent("two"), agent("three")))
    builder.nodes.first.locator("strong").click()
    cards = builder.inspector.locator(".sb-card")

    cards.nth(2).drag_to(cards.nth(0))

    builder.eventually(lambda _: builder.names(), ["three", "one", "two"])


def test_an_edge_let_go_in_the_open_is_one_step_to_undo(builder: Builder) -> None:
    builder.open(swarm(agent("desk"), agent("bills", handoffs=["desk"])))
    before = builder.document()
    handle = builder.node("bills").locator(".react-flow__handle.source").bounding_box()
    assert handle is not None
    mouse = builder.page.mouse
    mouse.move(handle["x"] + 5, handle["y"] + 5)
    mouse.down()
    mouse.move(700, 780, steps=10)
    mouse.up()
    expect(builder.page.get_by_role("option").first).to_be_visible()
    builder.page.keyboard.type("critic")
    builder.page.keyboard.press("Enter")
    builder.eventually(
        lambda team: team["config"]["participants"][1]["config"]["handoffs"], ["desk", "critic"]
    )

    builder.undo()

    expect(builder.nodes).to_have_count(3)
    builder.eventually(lambda team: team == before, wanted=True)


def test_the_json_is_compared_with_what_was_saved(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.page.get_by_role("tab", name="JSON").click()
    compare = builder.page.get_by_role("button", name="Compare with the saved version")
    compare.click()
    expect(builder.page.get_by_text("Nothing has changed since")).to_be_visible()

    builder.select("planner")
    builder.field("System message").fill("Plan in three steps.")

    new = builder.page.locator(".sb-merge .cm-merge-b")
    expect(new.locator(".cm-changedText").first).to_be_visible()
    expect(new).to_contain_text("three steps")
    compare.click()
    expect(builder.page.locator(".sb-editor")).to_be_visible()


def test_a_note_is_deleted_like_anything_else(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.page.get_by_label("Add a note").click()
    expect(builder.page.locator(".sb-note[data-selected]")).to_be_visible()

    builder.page.keyboard.press("Delete")

    expect(builder.page.locator(".sb-note")).to_have_count(0)


def test_a_note_is_moved_duplicated_and_found_again(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.page.get_by_role("button", name="Add a note").click()
    text = builder.page.locator(".sb-note textarea")
    text.fill("Twice.")
    text.press("Escape")
    builder.page.keyboard.press("Control+d")
    expect(text).to_have_count(2)
    builder.page.wait_for_timeout(400)
    box = builder.page.locator(".sb-note").last.bounding_box()
    assert box is not None
    mouse = builder.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + 8)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2 + 160, box["y"] + 48, steps=6)
    mouse.up()
    builder.page.wait_for_timeout(600)
    places = builder.places()
    moved = builder.page.locator(".sb-note").last.bounding_box()
    assert moved is not None
    assert moved["x"] - box["x"] > 100

    builder.reload()

    assert builder.places() == places
    for index in range(2):
        expect(text.nth(index)).to_have_value("Twice.")
