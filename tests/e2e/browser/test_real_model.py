"""From a key and a base URL in the builder to a run with a tool call in the playground."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder
from tests.e2e.browser.builder_teams import agent, round_robin, tool
from tests.support.provider import ProviderServer
from tests.support.studio_server import StudioServer
from tests.support.team_json import component, model

pytestmark = pytest.mark.browser


@pytest.fixture
def provider() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        yield server


def anthropic() -> dict[str, object]:
    return component(
        "autogen_ext.models.anthropic.AnthropicChatCompletionClient",
        "model",
        model="claude-3-5-haiku-20241022",
    )


@pytest.mark.parametrize("vendor", ["openai", "anthropic"])
def test_a_key_and_a_base_url_are_enough_to_run_against_a_provider(
    page: Page, studio: StudioServer, provider: ProviderServer, vendor: str
) -> None:
    client = model() if vendor == "openai" else anthropic()
    base = provider.openai_url if vendor == "openai" else provider.anthropic_url
    builder = Builder(page, studio).open(
        round_robin(
            agent("worker", model_client=client, tools=[tool("twice")], reflect_on_tool_use=True),
            max_turns=1,
        ),
        name=f"Real {vendor}",
    )
    builder.node("worker").get_by_label(re.compile("^Model ")).click()
    builder.field("Base URL").fill(base)
    builder.inspector.get_by_role("button", name="Enter key").click()
    builder.inspector.get_by_label("Name of the key").fill("LAB_KEY")
    builder.inspector.get_by_label("Key", exact=True).fill(provider.key)
    builder.inspector.get_by_role("button", name="Keep key").click()
    expect(builder.inspector.get_by_role("button", name="Keep key")).to_have_count(0)
    page.keyboard.press("Control+s")
    expect(page.get_by_role("button", name="Saved", exact=True)).to_be_visible()

    builder.reload()
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile("/playground/"))
    page.locator(".sc-box textarea").fill('use twice {"a": 21}')
    page.keyboard.press("Enter")

    expect(page.get_by_text("The result is 21")).to_be_visible()
    expect(page.get_by_test_id("run-result")).to_be_visible()
    assert provider.requests
    assert provider.key not in page.content()


def test_a_wrong_key_is_said_in_a_sentence(
    page: Page, studio: StudioServer, provider: ProviderServer
) -> None:
    client = model(base_url=provider.openai_url, api_key="wrong", max_retries=0)
    Builder(page, studio).open(
        round_robin(agent("worker", model_client=client), max_turns=1), name="Wrong key"
    )
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile("/playground/"))
    page.locator(".sc-box textarea").fill("Hello")
    page.keyboard.press("Enter")

    expect(page.get_by_test_id("run-result")).to_contain_text(re.compile("key", re.IGNORECASE))
