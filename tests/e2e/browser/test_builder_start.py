"""From nothing, a template or a file to a team; and from the team to playground and deploy."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder, call
from tests.e2e.browser.builder_teams import agent, round_robin
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("kind", ["Round robin", "Selector", "Swarm", "Graph flow", "Magentic-One"])
def test_a_blank_team_of_each_kind_takes_an_agent(
    page: Page, studio: StudioServer, kind: str
) -> None:
    page.goto(f"{studio.url}/build")
    page.get_by_role("button", name=re.compile(f"^{kind}")).click()
    page.wait_for_url("**/build/team*")
    expect(page.locator(".react-flow__node")).to_have_count(1)
    expect(page.get_by_text("Drag an agent here")).to_be_visible()

    page.get_by_role("button", name="Add participant").click()
    page.get_by_role("combobox").fill("critic")
    page.keyboard.press("Enter")

    expect(page.locator(".react-flow__node")).to_have_count(2)
    expect(page.get_by_role("complementary", name="Inspector")).to_contain_text("critic")


def test_a_template_opens_on_the_canvas(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/build")
    page.get_by_role("button", name="Travel planner").click()
    page.wait_for_url("**/build/team*")

    expect(page.locator(".react-flow__node")).to_have_count(5)
    expect(page.get_by_role("textbox", name="Name of the team")).to_have_value("Travel planner")


def test_a_file_from_autogen_opens_on_the_canvas(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/build")
    text = json.dumps(round_robin(agent("imported")))
    page.locator("input[type=file]").set_input_files(
        {"name": "mine.json", "mimeType": "application/json", "buffer": text.encode()}
    )

    page.wait_for_url("**/build/team*")
    expect(page.locator(".react-flow__node")).to_have_count(2)


def test_a_broken_file_is_refused_in_one_sentence(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/build")
    page.locator("input[type=file]").set_input_files(
        {"name": "broken.json", "mimeType": "application/json", "buffer": b'{"provider": '}
    )

    expect(page.locator("[data-sonner-toast]")).to_be_visible()
    assert page.url.rstrip("/").endswith("/build")


def test_run_takes_what_is_on_the_canvas_to_the_playground(
    page: Page, studio: StudioServer
) -> None:
    builder = Builder(page, studio).open(round_robin(agent("planner")))
    builder.select("planner")
    builder.field("System message").fill("Run with this.")
    page.get_by_role("button", name="Run", exact=True).click()

    page.wait_for_url("**/playground/session*")
    team = call(studio, "GET", f"/api/teams/{builder.team_id}")
    config = team["document"]["component"]["config"]["participants"][0]["config"]
    assert config["system_message"] == "Run with this."


def test_deploy_is_one_click_away(page: Page, studio: StudioServer) -> None:
    builder = Builder(page, studio).open(round_robin(agent("planner")))
    page.get_by_role("button", name="Deploy", exact=True).click()

    expect(page).to_have_url(re.compile(f"/deploy/{builder.team_id}"))


def test_a_team_with_errors_says_so_instead_of_running(page: Page, studio: StudioServer) -> None:
    Builder(page, studio).open(round_robin())
    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator("[data-sonner-toast]")).to_be_visible()
    assert "/build/" in page.url


def test_a_team_gets_another_name_in_the_bar(page: Page, studio: StudioServer) -> None:
    builder = Builder(page, studio).open(round_robin(agent("planner")))
    name = page.get_by_role("textbox", name="Name of the team")
    name.fill("Renamed")
    name.blur()
    page.get_by_role("button", name="Undo").wait_for()

    builder.reload()

    expect(page.get_by_role("textbox", name="Name of the team")).to_have_value("Renamed")
