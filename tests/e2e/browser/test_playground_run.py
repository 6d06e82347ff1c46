"""Watching a run: streaming, the graph, reloads, second tabs, lost connections, the end."""

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.browser.conftest import signed_in
from tests.e2e.browser.playground_page import WORDS, Playground
from tests.support.playground_teams import round_robin, talker
from tests.support.provider.script import Reply, ToolUse
from tests.support.provider.server import ProviderServer
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser


def test_a_message_comes_token_by_token_and_the_graph_grows(
    playground: Playground, provider: ProviderServer
) -> None:
    url = provider.openai_url
    team = [talker("ann", model="slow", url=url), talker("ben", model="quick", url=url)]
    playground.open(round_robin(team, max_messages=3))

    playground.say("Say many words.")

    expect(playground.open_text).to_contain_text("word3")
    expect(playground.open_text).not_to_contain_text("word59")
    expect(playground.node("ann")).to_have_attribute("data-active", "true")
    expect(playground.state).to_have_attribute("data-status", "running")
    expect(playground.result).to_contain_text("Completed. Maximum number of messages 3 reached")
    expect(playground.rows("text")).to_have_count(2)
    expect(playground.rows("text").first).to_contain_text("word59")
    expect(playground.page.get_by_role("button", name="ann to ben: 1 time")).to_be_visible()
    expect(playground.state).to_have_attribute("data-status", "completed")


def test_a_reload_in_mid_run_shows_everything_and_goes_on(
    playground: Playground, provider: ProviderServer
) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=2)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word5")

    playground.page.reload()

    expect(playground.open_text).to_contain_text("word0 word1")
    expect(playground.rows("user")).to_contain_text("Say many words.")
    expect(playground.result).to_be_visible()
    expect(playground.rows("text")).to_contain_text(WORDS)


def test_a_second_tab_follows_the_same_run(
    playground: Playground, context: BrowserContext, provider: ProviderServer
) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=2)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word2")
    other = Playground(context.new_page(), playground.studio)

    other.page.goto(playground.page.url)

    expect(other.open_text).to_contain_text("word4")
    expect(other.result).to_be_visible()
    expect(playground.result).to_be_visible()
    assert playground.rows("text").all_inner_texts() == other.rows("text").all_inner_texts()


def test_a_run_started_elsewhere_appears_by_itself(
    playground: Playground, browser: Browser, provider: ProviderServer
) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=2)
    )
    theirs = signed_in(browser, playground.studio)
    other = Playground(theirs.new_page(), playground.studio)
    other.page.goto(playground.page.url)
    expect(other.box).to_be_visible()

    other.say("Say many words.")
    expect(other.open_text).to_be_visible()
    playground.page.evaluate("window.dispatchEvent(new Event('focus'))")

    expect(playground.rows("text")).to_contain_text("word")
    theirs.close()


def test_a_lost_network_in_mid_run_loses_nothing(
    playground: Playground, context: BrowserContext, provider: ProviderServer
) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=3)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word2")

    context.set_offline(True)
    expect(playground.bar).to_contain_text("Reconnecting")
    context.set_offline(False)

    expect(playground.result).to_be_visible()
    assert [row.count("word59") for row in playground.rows("text").all_inner_texts()] == [1, 1]


def test_a_server_that_dies_in_mid_run_takes_it_up_again(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, provider: ProviderServer
) -> None:
    studio = StudioServer(tmp_path_factory.mktemp("dying")).start()
    context = signed_in(browser, studio)
    playground = Playground(context.new_page(), studio)
    team = [talker("ann", model="quick", url=provider.openai_url),
            talker("ben", model="slow", url=provider.openai_url)]  # fmt: skip
    playground.open(round_robin(team, max_messages=3))
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word3")

    studio.kill()
    studio.start()

    expect(playground.result).to_be_visible(timeout=40_000)
    expect(playground.rows("text")).to_have_count(2)
    context.close()
    studio.stop()


def test_stop_ends_after_the_turn_and_says_why(
    playground: Playground, provider: ProviderServer
) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=9)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_be_visible()

    playground.bar.get_by_role("button", name="Stop").click()

    expect(playground.result).to_contain_text("Stopped by the user.")
    expect(playground.state).to_have_attribute("data-status", "stopped")


def test_a_tool_call_is_one_row_with_arguments_and_result(
    playground: Playground, provider: ProviderServer
) -> None:
    provider.push(Reply(tools=(ToolUse("add", {"a": 2, "b": 40}),)), Reply(text="It is 42."))
    playground.open(
        round_robin(
            [talker("ann", model="any", url=provider.openai_url, with_tool=True)], max_messages=2
        )
    )

    playground.run("Add two numbers.")

    expect(playground.rows("tool")).to_have_count(1)
    expect(playground.rows("tool")).to_contain_text("add(a: 2, b: 40)")
    playground.rows("tool").get_by_role("button").click()
    expect(playground.rows("tool")).to_contain_text("Result")
    expect(playground.page.locator(".sg-tool")).to_contain_text("add1")


def test_a_refused_key_is_an_error_with_what_to_do(
    playground: Playground, provider: ProviderServer
) -> None:
    team = round_robin([talker("ann", model="quick", url=provider.openai_url)], max_messages=2)
    team["config"]["participants"][0]["config"]["model_client"]["config"]["api_key"] = "sk-wrong"
    playground.open(team)

    playground.say("Hello.")

    expect(playground.rows("error").get_by_role("alert")).to_contain_text("key")
    expect(playground.state).to_have_attribute("data-status", "failed")


def test_what_a_model_writes_never_becomes_html(playground: Playground) -> None:
    nasty = (
        "<img src=x onerror='window.hit=1'><script>window.hit=1</script> **bold**"
        " [a](javascript:hit=1)"
    )
    playground.open(round_robin([talker("ann", answers=[nasty])], max_messages=2))

    playground.run("Hello.")

    message = playground.rows("text")
    expect(message.locator("strong")).to_have_text("bold")
    expect(message.locator("img, script")).to_have_count(0)
    assert "javascript" not in (message.locator("a").get_attribute("href") or "")
    assert playground.page.evaluate("window.hit") is None
