"""Home, Gallery, Deploy and Settings in a real browser."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import signed_in
from tests.support.studio_server import StudioServer

AGS_TEAM = {
    "provider": "autogen_agentchat.teams.RoundRobinGroupChat",
    "component_type": "team",
    "version": 1,
    "component_version": 1,
    "description": "Written elsewhere.",
    "label": "Imported team",
    "config": {
        "participants": [
            {
                "provider": "autogen_agentchat.agents.AssistantAgent",
                "component_type": "agent",
                "version": 2,
                "component_version": 2,
                "description": "An agent.",
                "label": "AssistantAgent",
                "config": {
                    "name": "helper",
                    "model_client": {
                        "provider": "autogen_ext.models.replay.ReplayChatCompletionClient",
                        "component_type": "replay_chat_completion_client",
                        "version": 1,
                        "component_version": 1,
                        "config": {"chat_completions": ["Hello from a file."]},
                    },
                    "description": "Helps.",
                    "system_message": "Help.",
                    "model_client_stream": False,
                    "reflect_on_tool_use": False,
                    "tool_call_summary_format": "{result}",
                },
                "a_key_nobody_knows": [1, 2],
            }
        ],
        "max_turns": 1,
    },
}


def use_template(page: Page, studio: StudioServer, name: str) -> str:
    """Open a template from Home and return the id of the team it became."""
    page.goto(f"{studio.url}/")
    page.get_by_role("button", name=re.compile(f"{name} Runs")).click()
    page.wait_for_url(re.compile(r"/build/team_"))
    return page.url.split("/build/")[1].strip("/")


def test_home_offers_templates_that_need_no_key(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/")

    expect(page.get_by_text("Runs as it is").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Travel planner"))).to_be_visible()


def test_a_template_becomes_a_team_of_ones_own(page: Page, studio: StudioServer) -> None:
    use_template(page, studio, "Travel planner")
    page.goto(f"{studio.url}/")

    expect(page.locator(".st-list-row").filter(has_text="Travel planner").first).to_be_visible()


def test_a_deleted_team_comes_back(page: Page, studio: StudioServer) -> None:
    use_template(page, studio, "Article workshop")
    page.goto(f"{studio.url}/")
    row = page.locator(".st-list-row").filter(has_text="Article workshop")
    row.get_by_role("button", name="Delete Article workshop").click()
    expect(row).to_have_count(0)

    page.get_by_role("button", name="Undo").click()

    expect(row).to_have_count(1)


def test_a_file_of_autogen_opens_and_downloads_unchanged(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/")
    page.locator("input[type=file]").set_input_files(
        {
            "name": "team.json",
            "mimeType": "application/json",
            "buffer": json.dumps(AGS_TEAM).encode(),
        }
    )
    page.wait_for_url(re.compile(r"/build/team_"))
    team_id = page.url.split("/build/")[1].strip("/")
    page.goto(f"{studio.url}/deploy/{team_id}")
    page.get_by_role("radio", name=re.compile("Studio JSON")).click()
    expect(page.get_by_text("a_key_nobody_knows")).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()

    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == AGS_TEAM


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"provider": ', "not JSON"),
        ('{"hello": 1}', "not a component or a gallery"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(
    page: Page, studio: StudioServer, text: str, said: str
) -> None:
    page.goto(f"{studio.url}/")
    page.locator("input[type=file]").set_input_files(
        {"name": "broken.json", "mimeType": "application/json", "buffer": text.encode()}
    )

    expect(page.get_by_text(re.compile(said))).to_be_visible()


def test_exported_python_runs_and_says_the_same(
    page: Page, studio: StudioServer, tmp_path: Path
) -> None:
    team_id = use_template(page, studio, "Travel planner")
    page.goto(f"{studio.url}/deploy/{team_id}")
    expect(page.get_by_text("RoundRobinGroupChat").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    script = tmp_path / "team.py"
    download.value.save_as(script)

    done = subprocess.run(
        [sys.executable, str(script), "Plan a trip"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    assert "Plan a trip" in done.stdout
    assert "Alfama on foot" in done.stdout


def test_the_docker_bundle_has_all_it_needs_and_no_key(
    page: Page, studio: StudioServer, tmp_path: Path
) -> None:
    team_id = use_template(page, studio, "Support desk")
    page.goto(f"{studio.url}/deploy/{team_id}")
    page.get_by_role("radio", name=re.compile("Docker")).click()
    expect(page.get_by_text("docker build")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    bundle = tmp_path / "bundle.zip"
    download.value.save_as(bundle)

    with zipfile.ZipFile(bundle) as opened:
        names = {Path(name).name for name in opened.namelist()}

    assert {"Dockerfile", "requirements.txt", "team.json"} <= names


def test_a_key_is_kept_and_never_shown(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/settings")
    page.get_by_label("Name of the key").fill("SOME_API_KEY")
    page.get_by_label("The key", exact=True).fill("sk-very-secret")
    page.get_by_role("button", name="Keep it").click()
    row = page.locator(".st-list-row").filter(has_text="SOME_API_KEY")
    expect(row).to_be_visible()
    page.reload()
    expect(row).to_be_visible()
    assert "sk-very-secret" not in page.content()

    row.get_by_role("button", name="Delete SOME_API_KEY").click()

    expect(row).to_have_count(0)


def test_the_gallery_is_searched_and_shows_details(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/gallery")
    page.get_by_role("tab", name=re.compile("Tools")).click()
    page.get_by_label("Search the gallery").fill("calculator")
    card = page.locator("article").filter(has_text=re.compile("calculator", re.IGNORECASE)).first
    card.get_by_role("button", name="Details").click()

    expect(page.get_by_role("dialog").get_by_text("FunctionTool").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_palette_goes_anywhere_by_keyboard(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/")
    expect(page.get_by_text("Runs as it is").first).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type("settings")
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile("/settings"))


def test_dark_and_light_are_kept(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.url}/settings")
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_class(re.compile("dark"))
    page.reload()

    expect(page.locator("html")).to_have_class(re.compile("dark"))


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("path", ["/", "/gallery", "/settings", "/deploy"])
def test_no_page_scrolls_sideways(
    browser: Browser, studio: StudioServer, path: str, width: int
) -> None:
    context = signed_in(browser, studio)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{studio.url}{path}")
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_without_the_token_nothing_is_shown(browser: Browser, studio: StudioServer) -> None:
    context = browser.new_context()
    page = context.new_page()

    answer = page.goto(f"{studio.url}/gallery")

    assert answer is not None
    assert answer.status == 401
    context.close()
