"""Bad input in the browser: one sentence with what to do, and nothing is lost."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder, JsonDict, call
from tests.e2e.browser.builder_teams import agent, round_robin
from tests.support.provider import ProviderServer, Reply
from tests.support.studio_server import StudioServer
from tests.support.team_json import component, model

pytestmark = pytest.mark.browser

KEY_PLACE = re.compile("Settings, Keys")


@pytest.fixture(scope="module")
def provider() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        server.script.standing = {
            "gpt-4o": Reply(failure="status", status=429, error="Slow down."),
            "gpt-4.1": Reply(failure="hang"),
        }
        yield server


@pytest.mark.parametrize(
    ("provider_name", "said"),
    [
        ("evil.module.Team", "not in a trusted namespace"),
        ("autogen_agentchat.teams.NoSuchTeam", "not a component we know"),
    ],
)
def test_a_component_that_cannot_run_here_opens_says_so_and_stays_whole(
    page: Page, studio: StudioServer, tmp_path: Path, provider_name: str, said: str
) -> None:
    document = component(provider_name, "team", participants=[], secret_sauce=[1, {"a": None}])
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    page.goto(f"{studio.url}/build")
    page.get_by_label("Import a file").set_input_files(file)
    page.wait_for_url(re.compile("/build/team_"))

    page.get_by_role("button", name=re.compile("error")).click()
    expect(page.get_by_role("region", name="JSON, Python and problems")).to_contain_text(said)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("[data-sonner-toast]")).to_be_visible()
    assert "/build/" in page.url

    team_id = page.url.split("/build/")[1].strip("/")
    kept: JsonDict = call(studio, "GET", f"/api/teams/{team_id}")
    assert kept["document"]["component"] == document


def test_deploy_says_what_keeps_a_team_from_running(page: Page, studio: StudioServer) -> None:
    made = call(
        studio, "POST", "/api/teams", {"component": round_robin(max_turns=1), "name": "Nobody"}
    )
    page.goto(f"{studio.url}/deploy/{made['team_id']}")

    expect(page.get_by_role("alert")).to_contain_text("will not run yet")
    expect(page.get_by_role("alert")).to_contain_text("participant")


@pytest.mark.parametrize(
    ("client", "said", "advice"),
    [
        ({"api_key": "${NEVER_KEPT}"}, "NEVER_KEPT", KEY_PLACE),
        ({"api_key": None}, "the model has no API key", KEY_PLACE),
        ({"model": "gpt-4o"}, "too many requests", re.compile("Wait a while")),
        ({"model": "gpt-4.1", "timeout": 0.5}, "did not answer in time", re.compile("timeout")),
    ],
    ids=["a key never kept", "no key", "429", "silence"],
)
def test_a_run_that_cannot_go_on_says_why_and_keeps_the_task(
    page: Page,
    studio: StudioServer,
    provider: ProviderServer,
    client: JsonDict,
    said: str,
    advice: re.Pattern[str],
) -> None:
    options = {"base_url": provider.openai_url, "api_key": provider.key, "max_retries": 0}
    settings = {**options, **client}
    name = str(settings.pop("model", "gpt-4o-mini"))
    team = round_robin(agent("worker", model_client=model(name, **settings)), max_turns=1)
    Builder(page, studio).open(team, name=said)
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile("/playground/"))
    page.locator(".sc-box textarea").fill("A task I do not want to type twice")
    page.keyboard.press("Enter")

    result = page.get_by_test_id("run-result")
    expect(result).to_contain_text(said)
    expect(page.get_by_role("main")).to_contain_text(advice)
    expect(page.get_by_text("A task I do not want to type twice").first).to_be_visible()
    assert provider.key not in page.content()
