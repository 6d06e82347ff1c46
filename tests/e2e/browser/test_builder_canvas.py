"""The canvas by mouse: dragging, moving, connecting, drilling in."""

import json
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder
from tests.e2e.browser.builder_teams import agent, graph_flow, round_robin, swarm, tool
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def zoom(builder: Builder) -> int:
    """Return how large the canvas is shown, in percent."""
    return int(builder.page.locator(".sb-zoom").inner_text().removesuffix("%"))


def test_the_canvas_takes_seventy_percent_of_the_window(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    box = builder.page.locator(".sb-canvas").bounding_box()

    assert box is not None
    assert box["width"] * box["height"] >= 0.7 * 1440 * 900
    assert builder.page.evaluate("document.documentElement.scrollWidth") <= 1440


def test_a_team_is_drawn_with_its_agents_in_order(builder: Builder) -> None:
    builder.open(round_robin(agent("planner", tools=[tool("double")]), agent("writer")))

    expect(builder.nodes).to_have_count(3)
    expect(builder.page.locator(".sb-order")).to_have_text(["1", "2"])
    expect(builder.node("planner")).to_contain_text("double")
    assert all(
        float(size.removesuffix("px")) >= 11
        for size in builder.nodes.locator("*").evaluate_all(
            "all => all.filter(e => e.textContent.trim()).map(e => getComputedStyle(e).fontSize)"
        )
    )


def test_an_agent_is_dragged_from_the_library_onto_the_canvas(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))

    builder.library("Critic").drag_to(
        builder.page.locator(".react-flow__pane"), target_position={"x": 200, "y": 600}
    )

    expect(builder.nodes).to_have_count(3)
    builder.eventually(lambda team: len(team["config"]["participants"]), 2)


def test_tool_model_and_condition_go_where_they_are_dropped(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))

    builder.library("Current time").drag_to(builder.node("planner"))
    expect(builder.node("planner").locator("[data-slot=workbenches]")).to_contain_text("time")

    builder.library("OpenAI GPT-4o mini").drag_to(
        builder.node("planner").locator("[data-slot=model]")
    )
    expect(builder.node("planner").locator("[data-slot=model]")).to_contain_text("GPT-4o mini")

    builder.page.locator(".sb-lib-item[data-kind=termination]").first.drag_to(builder.nodes.first)
    builder.eventually(
        lambda team: team["config"]["termination_condition"]["provider"].rpartition(".")[2],
        "OrTerminationCondition",
    )


def test_a_tool_moves_from_one_agent_to_another(builder: Builder) -> None:
    builder.open(round_robin(agent("planner", tools=[tool("double")]), agent("writer")))

    builder.node("planner").get_by_label("Tool double").drag_to(builder.node("writer"))

    expect(builder.node("writer").get_by_label("Tool double")).to_be_visible()
    expect(builder.node("planner").get_by_label("Tool double")).to_have_count(0)


def test_dragging_a_node_sends_nothing_until_it_is_let_go(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    sent: list[object] = []
    builder.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: sent.append(frame)),
    )
    builder.reload()
    builder.page.wait_for_load_state("networkidle")
    builder.page.on("request", lambda request: sent.append(request.url))
    box = builder.node("writer").bounding_box()
    assert box is not None
    before = len(sent)

    mouse = builder.page.mouse
    mouse.move(box["x"] + 80, box["y"] + 20)
    mouse.down()
    mouse.move(box["x"] + 80, box["y"] + 220, steps=60)
    during = sent[before:]
    mouse.up()

    builder.reload()
    moved = builder.node("writer").bounding_box()
    first = builder.node("planner").bounding_box()
    assert moved is not None
    assert first is not None
    assert moved["x"] == first["x"]
    assert moved["y"] - first["y"] > 150
    assert during == []


def test_a_chain_of_five_opens_large_enough_to_read(builder: Builder) -> None:
    names = ["plan", "draft", "check", "polish", "send"]
    chain = list(pairwise(names))
    builder.open(graph_flow(*[agent(name) for name in names], edges=chain))

    expect(builder.nodes).to_have_count(6)
    builder.page.wait_for_timeout(400)
    assert zoom(builder) >= 80
    window = builder.page.locator(".sb-canvas").bounding_box()
    assert window is not None
    for box in builder.nodes.evaluate_all(
        "all => all.map(e => e.getBoundingClientRect())"
        ".map(r => [r.left, r.top, r.right, r.bottom])"
    ):
        assert box[0] >= window["x"]
        assert box[1] >= window["y"]
        assert box[2] <= window["x"] + window["width"]
        assert box[3] <= window["y"] + window["height"]


def test_arranging_leaves_what_a_person_placed_until_asked(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer"), agent("critic")))
    before = builder.places()
    builder.select("critic")
    for _ in range(5):
        builder.page.keyboard.press("Shift+ArrowLeft")
    builder.page.wait_for_timeout(600)
    placed = builder.places()
    assert placed != before

    builder.page.get_by_role("button", name="Arrange automatically").click()
    stayed = builder.page.get_by_text("What you had placed by hand stayed where it is.")
    expect(stayed).to_be_visible()
    assert builder.places() == placed

    builder.page.get_by_role("button", name="Arrange all").click()
    builder.page.wait_for_function(
        "before => JSON.stringify(Object.fromEntries([...document.querySelectorAll("
        "'.react-flow__node')].map(e => [e.dataset.id, e.style.transform]))) === before",
        arg=json.dumps(before, separators=(",", ":")),
    )


def test_what_is_tried_stays_in_sight_and_no_panel_upsets_the_layout(builder: Builder) -> None:
    builder.page.add_init_script(
        "window.upsets = []; addEventListener('error', e => upsets.push(e.message))"
    )
    names = ["plan", "draft", "check", "polish"]
    builder.open(graph_flow(*[agent(name) for name in names], edges=list(pairwise(names))))
    builder.select("check")

    builder.inspector.get_by_role("button", name="Test").click()
    expect(builder.page.get_by_label("Close the test")).to_be_visible()
    expect(builder.node("check")).to_be_in_viewport(ratio=0.99)
    builder.page.wait_for_function(
        """id => {
          const at = document.querySelector(`[data-id="${id}"]`).getBoundingClientRect();
          const box = document.querySelector('.sb-canvas').getBoundingClientRect();
          return at.left >= box.left && at.right <= box.right + 1 && at.bottom <= box.bottom + 1;
        }""",
        arg=builder.node("check").get_attribute("data-id"),
    )
    builder.page.get_by_role("tab", name="JSON").click()
    builder.page.set_viewport_size({"width": 1100, "height": 700})
    builder.page.get_by_label("Close the test").click()
    builder.page.set_viewport_size({"width": 1440, "height": 900})
    builder.page.get_by_role("tab", name="Python").click()

    assert builder.page.evaluate("window.upsets") == []


def test_undo_and_redo_reach_back_over_a_reload(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.select("writer")
    builder.page.keyboard.press("Delete")
    expect(builder.nodes).to_have_count(2)

    builder.reload()
    builder.undo()
    expect(builder.nodes).to_have_count(3)

    builder.page.get_by_role("button", name="Redo").click()
    expect(builder.nodes).to_have_count(2)


def test_a_hand_off_is_drawn_between_agents_of_a_swarm(builder: Builder) -> None:
    builder.open(swarm(agent("desk", handoffs=["bills"]), agent("bills")))
    expect(builder.edges).to_have_count(2)

    builder.node("bills").locator(".react-flow__handle.source").drag_to(
        builder.node("desk").locator(".react-flow__handle.target")
    )

    expect(builder.edges).to_have_count(3)
    builder.eventually(
        lambda team: team["config"]["participants"][1]["config"]["handoffs"], ["desk"]
    )


def test_an_edge_dropped_on_empty_space_offers_what_may_follow(builder: Builder) -> None:
    builder.open(swarm(agent("desk"), agent("bills", handoffs=["desk"])))
    handle = builder.node("bills").locator(".react-flow__handle.source").bounding_box()
    assert handle is not None

    mouse = builder.page.mouse
    mouse.move(handle["x"] + 5, handle["y"] + 5)
    mouse.down()
    mouse.move(700, 780, steps=10)
    mouse.up()
    options = builder.page.get_by_role("option")
    expect(options.first).to_be_visible()
    assert options.locator("[data-kind]").evaluate_all(
        "all => [...new Set(all.map(e => e.dataset.kind))]"
    ) == ["agent"]
    builder.page.keyboard.type("critic")
    builder.page.keyboard.press("Enter")

    expect(builder.node("critic")).to_be_visible()
    builder.eventually(
        lambda team: team["config"]["participants"][1]["config"]["handoffs"], ["desk", "critic"]
    )


def edge_of(team: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the first edge that leaves an agent."""
    return team["config"]["graph"]["nodes"][name]["edges"][0]


def test_the_condition_of_a_path_is_edited_on_the_canvas(builder: Builder) -> None:
    builder.open(graph_flow(agent("draft"), agent("check"), edges=[("draft", "check")]))
    expect(builder.node("draft")).to_contain_text("Entry")
    expect(builder.node("check")).to_contain_text("Exit")

    builder.edges.last.dispatch_event("click")
    builder.field("Condition").fill("APPROVE")

    expect(builder.page.locator(".sb-edge-label")).to_have_text("APPROVE")
    builder.eventually(lambda team: edge_of(team, "draft")["condition"], "APPROVE")
    builder.field("Activation group").fill("late")
    builder.eventually(lambda team: edge_of(team, "draft").get("activation_group"), "late")
    expect(builder.field("Condition")).to_have_value("APPROVE")
    builder.undo()
    builder.undo()
    expect(builder.page.get_by_text("APPROVE", exact=True)).to_have_count(0)


def test_a_team_inside_a_team_opens_on_a_canvas_of_its_own(builder: Builder) -> None:
    inner = round_robin(agent("drafter"), agent("checker"), name="writers")
    builder.open(round_robin(agent("planner"), inner))

    builder.page.get_by_label("Open writers").click()
    expect(builder.node("checker")).to_be_visible()
    builder.select("checker")
    builder.field("System message").fill("Check twice.")
    builder.eventually(
        lambda team: team["config"]["participants"][1]["config"]["participants"][1]["config"][
            "system_message"
        ],
        "Check twice.",
    )

    builder.page.get_by_role("navigation", name="Open team").get_by_role("button").click()
    expect(builder.node("planner")).to_be_visible()


def test_notes_stay_where_they_are_put(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.page.get_by_label("Add a note").click()
    builder.page.get_by_label("Note", exact=True).get_by_role("textbox").fill("Ask Ada first.")
    builder.page.wait_for_timeout(600)

    builder.reload()

    expect(builder.page.locator(".sb-note textarea")).to_have_value("Ask Ada first.")


def test_a_run_lights_the_nodes(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    usage = {"prompt_tokens": 1200, "completion_tokens": 34}
    for event in (
        {"type": "chunk", "body": {"source": "planner", "text": "Hel"}},
        {
            "type": "message",
            "body": {"type": "TextMessage", "source": "planner", "models_usage": usage},
        },
        {"type": "chunk", "body": {"source": "writer", "text": "And"}},
    ):
        builder.page.evaluate(
            "e => window.dispatchEvent(new CustomEvent('studio:run', {detail: e}))", event
        )

    expect(builder.node("planner").get_by_role("status")).to_have_text("Done · 1,234 tokens")
    expect(builder.node("writer").get_by_role("status")).to_have_text("Working")


NONE_IS_COVERED = """() => {
  const boxes = [...document.querySelectorAll('.react-flow__node')]
    .map((node) => node.getBoundingClientRect());
  const paths = [...document.querySelectorAll('.react-flow__edge .sb-edge-graph')];
  return paths.every((path) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2)
      .matrixTransform(path.getScreenCTM());
    return !boxes.some((b) => x > b.left && x < b.right && y > b.top && y < b.bottom);
  });
}"""


def test_a_path_goes_around_a_node_that_stands_between(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/build")
    page.get_by_role("button", name="Article workshop").click()
    page.wait_for_url("**/build/team*")
    expect(page.locator(".react-flow__edge .sb-edge-graph")).to_have_count(6)

    page.wait_for_function(NONE_IS_COVERED)
