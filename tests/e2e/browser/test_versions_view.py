"""Versions are listed, named, compared, restored, branched, published; conflicts are shown."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser.builder_page import Builder, call
from tests.e2e.browser.builder_teams import agent, round_robin
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def save(builder: Builder, team: JsonDict, base: int, name: str = "") -> None:
    body = {"component": team, "base_version": base, "name": name}
    call(builder.studio, "PUT", f"/api/teams/{builder.team_id}", body)


def two_versions(builder: Builder) -> Builder:
    builder.open(round_robin(agent("planner"), agent("critic")))
    added = [agent("planner", system_message="Plan."), agent("critic"), agent("editor")]
    save(builder, round_robin(*added), 1, "With an editor")
    return builder.reload()


def open_view(builder: Builder) -> Locator:
    builder.page.get_by_role("button", name="Versions", exact=True).click()
    view = builder.page.get_by_role("dialog", name=re.compile("^Versions of"))
    expect(view.get_by_role("tab", name="Canvas")).to_be_visible()
    return view


def the_team(builder: Builder) -> JsonDict:
    return call(builder.studio, "GET", f"/api/teams/{builder.team_id}")


def test_two_versions_are_compared_on_the_canvas_and_as_text(builder: Builder) -> None:
    view = open_view(two_versions(builder))

    expect(view.get_by_role("navigation", name="Versions")).to_contain_text("With an editor")
    expect(view).to_contain_text("2 differences")
    changes = view.get_by_role("list", name="What is different")
    expect(changes).to_contain_text("editor")
    expect(changes).to_contain_text("Plan.")
    expect(view.get_by_role("img", name="Canvas of With an editor")).to_contain_text("editor")
    view.get_by_role("tab", name="Text").click()
    expect(view.locator(".cm-merge-b .cm-changedText").first).to_be_visible()


def test_any_two_versions_can_be_compared(builder: Builder) -> None:
    two_versions(builder)
    save(builder, round_robin(agent("planner"), agent("critic")), 2)
    builder.reload()
    view = open_view(builder)
    expect(view).to_contain_text("2 differences")
    view.get_by_label("Compared with").select_option(label="Version 1")

    expect(view).to_contain_text("No difference")


def test_teams_inside_are_compared_on_canvases_of_their_own(builder: Builder) -> None:
    desk = round_robin(agent("clerk"), name="desk", description="Answers.")
    builder.open(round_robin(agent("planner"), desk))
    grown = round_robin(agent("clerk"), agent("boss"), name="desk", description="Answers.")
    save(builder, round_robin(agent("planner", system_message="Plan."), grown), 1)
    view = open_view(builder.reload())
    whole = view.get_by_role("img", name="Canvas of Version 2")
    expect(whole).not_to_contain_text("boss")
    view.get_by_role("group", name="Team to compare").get_by_role("button", name="desk").click()

    expect(view.get_by_role("img", name="Canvas of desk in Version 2")).to_contain_text("boss")
    expect(view.get_by_role("img", name="Canvas of desk in Version 1")).not_to_contain_text("boss")
    changes = view.get_by_role("list", name="What is different")
    expect(changes).to_contain_text("boss")
    expect(changes).not_to_contain_text("planner")
    view.get_by_role("button", name="Round robin").click()
    whole.locator("[data-opens]").click()
    expect(view.get_by_role("img", name="Canvas of desk in Version 2")).to_be_visible()


def test_a_version_is_run_by_itself(builder: Builder) -> None:
    view = open_view(two_versions(builder))
    view.get_by_role("button", name="Version 1").click()
    view.get_by_role("button", name="Run").click()
    builder.page.wait_for_url("**/playground/*")

    session_id = builder.page.url.rpartition("/")[2]
    session = call(builder.studio, "GET", f"/api/sessions/{session_id}")
    assert (session["team_id"], session["team_version"]) == (builder.team_id, 1)


def test_a_version_gets_a_name(builder: Builder) -> None:
    view = open_view(two_versions(builder))
    view.get_by_role("button", name="Version 1").click()
    view.get_by_role("button", name="Name this version").click()
    view.get_by_label("Name of this version").fill("The first try")
    builder.page.keyboard.press("Enter")

    expect(view.get_by_role("navigation", name="Versions")).to_contain_text("The first try")


def test_an_earlier_version_is_restored_and_that_can_be_undone(builder: Builder) -> None:
    view = open_view(two_versions(builder))
    view.get_by_role("button", name="Version 1").click()
    view.get_by_role("button", name="Restore").click()
    expect(view.get_by_role("navigation", name="Versions")).to_contain_text("Version 1 restored")
    builder.page.keyboard.press("Escape")

    expect(builder.node("editor")).to_have_count(0)
    assert the_team(builder)["version"] == 3
    builder.undo()
    expect(builder.node("editor")).to_be_visible()


def test_a_branch_opens_as_a_team_of_its_own(builder: Builder) -> None:
    view = open_view(two_versions(builder))
    view.get_by_role("button", name="Version 1").click()
    view.get_by_role("button", name="Branch").click()

    name = builder.page.get_by_label("Name of the team")
    expect(name).to_have_value("Tested team (from version 1)")
    expect(builder.node("editor")).to_have_count(0)
    assert builder.team_id not in builder.page.url


def test_a_version_is_published_and_taken_back(builder: Builder) -> None:
    view = open_view(two_versions(builder))
    view.get_by_role("button", name="Publish", exact=True).click()
    expect(view.get_by_role("navigation", name="Versions")).to_contain_text("Published")
    expect(view).to_contain_text(f"studio serve {builder.team_id}@published")
    builder.page.keyboard.press("Escape")

    chip = builder.page.get_by_role("button", name="Published: version 2")
    expect(chip).to_be_visible()
    assert the_team(builder)["published_version"] == 2
    chip.click()
    view.get_by_role("button", name="Unpublish").click()
    expect(view.get_by_role("button", name="Publish", exact=True)).to_be_visible()
    assert the_team(builder)["published_version"] is None


def test_what_is_not_saved_is_compared_and_saved_under_a_name(builder: Builder) -> None:
    two_versions(builder)
    builder.select("critic")
    builder.field("System message").fill("You find every flaw.")
    builder.eventually(
        lambda team: team["config"]["participants"][1]["config"]["system_message"],
        "You find every flaw.",
    )
    expect(builder.page.get_by_role("button", name="Save unsaved changes")).to_be_visible()
    view = open_view(builder)

    expect(view.get_by_role("list", name="What is different")).to_contain_text("every flaw")
    view.get_by_label("Name of the new version").fill("A sharper critic")
    view.get_by_role("button", name="Save", exact=True).click()
    expect(view.get_by_role("navigation", name="Versions")).to_contain_text("A sharper critic")


def conflict(builder: Builder, press: str = "Save unsaved changes") -> Locator:
    """Edit, let someone else save, then save."""
    two_versions(builder)
    builder.select("critic")
    builder.field("System message").fill("Mine.")
    builder.eventually(
        lambda team: team["config"]["participants"][1]["config"]["system_message"], "Mine."
    )
    save(builder, round_robin(agent("planner")), 2, "Theirs")
    builder.page.get_by_role("button", name=press, exact=True).click()
    asked = builder.page.get_by_role("dialog", name="Someone else has saved this team meanwhile")
    expect(asked).to_be_visible()
    return asked


def test_the_second_save_shows_the_difference_and_keeps_mine(builder: Builder) -> None:
    asked = conflict(builder)

    expect(asked.get_by_role("list", name="What is different")).to_contain_text("critic")
    asked.get_by_role("button", name="Look").click()
    expect(asked.get_by_role("img", name="Canvas of Theirs: version 3")).to_be_visible()
    asked.get_by_role("button", name="Keep mine as a new version").click()
    expect(asked).to_have_count(0)
    expect(builder.node("critic")).to_be_visible()
    assert the_team(builder)["version"] == 4


def test_theirs_can_be_taken_and_mine_is_not_lost(builder: Builder) -> None:
    asked = conflict(builder)
    asked.get_by_role("button", name="Take theirs").click()

    expect(builder.node("critic")).to_have_count(0)
    assert the_team(builder)["version"] == 3
    builder.undo()
    expect(builder.node("critic")).to_be_visible()


def test_a_conflict_can_be_decided_later(builder: Builder) -> None:
    asked = conflict(builder)
    builder.page.keyboard.press("Escape")

    expect(asked).to_have_count(0)
    expect(builder.page.get_by_role("button", name="Save unsaved changes")).to_be_enabled()


def test_a_run_does_not_overwrite_what_someone_else_has_saved(builder: Builder) -> None:
    asked = conflict(builder, press="Run")

    expect(asked.get_by_role("list", name="What is different")).to_contain_text("critic")
    assert the_team(builder)["version"] == 3
    assert "/build/" in builder.page.url
