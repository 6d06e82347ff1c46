"""One draft in two places: what another tab, a program or a run does shows on this canvas."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.browser.builder_page import Builder, call
from tests.e2e.browser.builder_teams import agent, round_robin
from tests.support import team_json as t
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def apply(builder: Builder, *ops: JsonDict) -> None:
    call(builder.studio, "POST", f"/api/teams/{builder.team_id}/draft/ops", {"ops": list(ops)})


def test_what_another_tab_does_shows_without_a_reload(
    builder: Builder, context: BrowserContext
) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    other = Builder(context.new_page(), builder.studio)
    other.team_id = builder.team_id
    other.reload()

    other.select("writer")
    other.page.keyboard.press("Delete")
    expect(builder.nodes).to_have_count(2)

    builder.undo()
    expect(other.node("writer")).to_be_visible()

    other.page.keyboard.press("Control+s")
    expect(builder.page.get_by_role("button", name="Saved", exact=True)).to_be_visible()


def test_what_a_program_does_shows_and_a_form_keeps_what_is_being_typed(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer"), agent("critic")))
    builder.select("writer")
    text = builder.field("System message")
    text.fill("")

    for at, word in enumerate(["Write ", "short ", "and ", "clear ", "texts."]):
        text.press_sequentially(word)
        if at == 1:
            apply(builder, {"op": "remove", "path": "/config/participants/0"})
    expect(builder.nodes).to_have_count(3)
    builder.eventually(
        lambda team: [item["config"]["system_message"] for item in team["config"]["participants"]],
        ["Write short and clear texts.", "You are critic."],
    )

    expect(text).to_have_value("Write short and clear texts.")
    expect(builder.page.locator(".sb-node[data-selected] strong")).to_have_text("writer")
    apply(
        builder,
        {"op": "set", "path": "/config/participants/0/config/system_message", "value": "Be kind."},
    )
    expect(text).to_have_value("Be kind.")


def test_a_run_begun_elsewhere_lights_the_nodes_of_this_canvas(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), t.person("ada")))
    body = {"team_id": builder.team_id, "task": "Begin."}
    run = call(builder.studio, "POST", "/api/runs", body)

    expect(builder.node("planner").get_by_role("status")).to_contain_text("Done")
    expect(builder.node("ada").get_by_role("status")).to_contain_text("Working")

    call(builder.studio, "POST", f"/api/runs/{run['run_id']}/cancel", {})
    expect(builder.node("ada").get_by_role("status")).to_contain_text("Done")


def test_a_run_that_is_over_in_a_moment_lights_them_too(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    body = {"team_id": builder.team_id, "task": "Begin."}
    first = call(builder.studio, "POST", "/api/runs", body)
    expect(builder.node("writer").get_by_role("status")).to_contain_text("Done")

    builder.reload()
    expect(builder.node("writer").get_by_role("status")).to_have_count(0)
    second = call(builder.studio, "POST", "/api/runs", body)
    expect(builder.node("writer").get_by_role("status")).to_contain_text("Done")
    assert first["run_id"] != second["run_id"]


def test_saving_when_nothing_has_changed_comes_to_an_end(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.page.keyboard.press("Control+s")
    builder.page.keyboard.press("Control+s")

    saved = builder.page.get_by_role("button", name="Saved", exact=True)
    expect(saved).to_be_enabled()
    expect(saved.locator(".st-spin")).to_have_count(0)
