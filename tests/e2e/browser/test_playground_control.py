"""Steering a run: pause, resume, break in, breakpoints, forks, cancel, keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.playground_page import WORDS, Playground, ask
from tests.support.playground_teams import round_robin, talker
from tests.support.provider.script import Reply
from tests.support.provider.server import ProviderServer
from tests.support.team_json import person

pytestmark = pytest.mark.browser


def test_a_run_paused_in_mid_sentence_keeps_the_draft_and_resumes(
    playground: Playground, provider: ProviderServer
) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=2)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word3")

    playground.bar.get_by_role("button", name="Pause").click()

    expect(playground.state).to_have_attribute("data-status", "paused")
    expect(playground.rows("draft")).to_contain_text("draft, cut by the pause")
    expect(playground.rows("draft")).to_contain_text("word2")
    expect(playground.open_text).to_have_count(0)

    playground.bar.get_by_role("button", name="Resume").click()

    expect(playground.result).to_contain_text("Completed")
    expect(playground.rows("text")).to_have_count(1)
    expect(playground.rows("text")).to_contain_text(WORDS)


def test_a_word_in_between_is_heard_before_the_next_turn(
    playground: Playground, provider: ProviderServer
) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=4)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word2")

    playground.say("Fewer, please.")

    expect(playground.rows("user").last).to_contain_text("Fewer, please.")
    expect(playground.rows("user").last).to_contain_text("broke in")
    expect(playground.box).to_have_value("")
    expect(playground.result).to_be_visible()
    assert "Fewer, please." in str(provider.requests[-1]["messages"])


def test_a_breakpoint_on_a_node_holds_the_run_there_and_a_step_takes_one_turn(
    playground: Playground,
) -> None:
    team = [talker(name, answers=["One.", "Two.", "Three."]) for name in ("ann", "ben")]
    playground.open(round_robin(team, max_messages=5))
    playground.node("ben").hover()
    playground.page.get_by_role("button", name="Breakpoint before ben").click()

    playground.say("Begin.")

    expect(playground.state).to_have_attribute("data-status", "paused")
    expect(playground.rows("notice")).to_contain_text("Held at the breakpoint before agent ben.")
    expect(playground.rows("text")).to_have_count(1)

    playground.bar.get_by_role("button", name="Step").click()

    expect(playground.rows("text")).to_have_count(2)
    expect(playground.state).to_have_attribute("data-status", "paused")
    playground.page.get_by_role("button", name="Breakpoint before ben").click()
    playground.bar.get_by_role("button", name="Resume").click()
    expect(playground.result).to_be_visible()
    expect(playground.rows("text")).to_have_count(4)


def test_a_message_said_differently_makes_a_fork_and_leaves_the_run_as_it_was(
    playground: Playground,
) -> None:
    playground.open(round_robin([talker("ann", answers=["One.", "Two."])], max_messages=3))
    playground.run("Begin.")
    first = playground.run_id
    playground.rows("user").hover()

    playground.rows("user").get_by_role("button", name="Edit and go on from here").click()
    expect(playground.box).to_have_value("Begin.")
    playground.say("Begin otherwise.")

    expect(playground.rows("user")).to_contain_text("Begin otherwise.")
    expect(playground.result).to_be_visible()
    assert playground.run_id != first
    fork = ask(playground.studio, "GET", f"/api/runs/{playground.run_id}")
    assert (fork["parent_run_id"], fork["task"][0]["content"]) == (first, "Begin otherwise.")
    playground.page.get_by_role("tab", name="Details").click()
    expect(playground.page.locator(".sd-tree li")).to_have_count(2)
    playground.page.locator(".sd-tree button").first.click()
    expect(playground.rows("user")).to_contain_text("Begin.")


def test_trying_again_from_a_message_goes_on_from_the_turn_before_it(
    playground: Playground,
) -> None:
    team = [talker("ann", answers=["One.", "Two."]), talker("ben", answers=["Three.", "Four."])]
    playground.open(round_robin(team, max_messages=3))
    playground.run("Begin.")
    first = playground.run_id
    answer = playground.rows("text").last
    answer.hover()

    answer.get_by_role("button", name="Try again from here").click()

    expect(playground.rows("notice")).to_contain_text("Forked from event")
    expect(playground.result).to_be_visible()
    assert playground.run_id != first
    expect(playground.rows("text")).to_have_count(2)


def test_the_same_key_runs_and_stops(playground: Playground, provider: ProviderServer) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=9)
    )
    playground.box.fill("Say many words.")

    playground.page.keyboard.press("Control+Enter")
    expect(playground.open_text).to_be_visible()
    playground.page.keyboard.press("Control+Enter")

    expect(playground.result).to_contain_text("Stopped by the user.")


def test_cancel_ends_at_once(playground: Playground, provider: ProviderServer) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=9)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word1")

    playground.bar.get_by_role("button", name="More").click()
    playground.page.get_by_role("menuitem", name="Cancel now").click()

    expect(playground.result).to_contain_text("Cancelled by the user.")
    expect(playground.rows("draft")).to_contain_text("word0")


def test_a_used_up_budget_asks_whether_to_go_on(playground: Playground) -> None:
    team = [talker("ann", answers=["One.", "Two.", "Three.", "Four."])]
    playground.open(round_robin(team, max_messages=4))
    playground.page.get_by_role("button", name="Budget, breakpoints and people").click()
    playground.page.get_by_label("Turns").fill("1")
    playground.page.keyboard.press("Escape")

    playground.say("Begin.")

    question = playground.page.get_by_role("region", name="Question from Studio")
    expect(question).to_contain_text("1 of 1 turns")
    question.get_by_role("button", name="Stop the run").click()
    expect(playground.result).to_contain_text("The run has used 1 of 1 turns.")


def test_a_budget_is_raised_by_as_much_as_one_says(playground: Playground) -> None:
    team = [talker("ann", answers=["One.", "Two.", "Three.", "Four."])]
    playground.open(round_robin(team, max_messages=4))
    page = playground.page
    page.get_by_role("button", name="Budget, breakpoints and people").click()
    page.get_by_label("Turns").fill("1")
    page.keyboard.press("Escape")
    playground.say("Begin.")
    question = page.get_by_role("region", name="Question from Studio")
    expect(page.get_by_role("meter", name="Budget of turns")).to_contain_text("used up")

    question.get_by_label("Raise the limit of turns by").fill("5")
    question.get_by_role("button", name="Raise").click()

    expect(playground.result).to_contain_text("Completed")
    expect(playground.rows("question")).to_contain_text("Raised by 5")
    expect(page.get_by_role("meter", name="Budget of turns")).to_contain_text("3 of 6")


def test_a_budget_is_changed_in_mid_run(playground: Playground, provider: ProviderServer) -> None:
    playground.open(
        round_robin([talker("ann", model="slow", url=provider.openai_url)], max_messages=9)
    )
    playground.say("Say many words.")
    expect(playground.open_text).to_contain_text("word1")

    playground.bar.get_by_role("button", name="Budget of this run").click()
    playground.page.get_by_label("Turns").fill("1")
    playground.page.get_by_label("Stop there without asking").check()
    playground.page.get_by_role("button", name="Set the budget").click()

    expect(playground.rows("notice")).to_contain_text("The budget is now 1 turn.")
    expect(playground.result).to_contain_text("The run has used 1 of 1 turns.")
    expect(playground.rows("text")).to_have_count(1)


def test_attempts_that_fail_are_seen_where_they_happen(
    playground: Playground, provider: ProviderServer
) -> None:
    busy = Reply(failure="status", status=503, error="too many callers")
    provider.push(busy, busy, Reply(text="At last."))
    playground.open(
        round_robin([talker("ann", model="any", url=provider.openai_url)], max_messages=2)
    )

    playground.run("Begin.")

    expect(playground.rows("retry")).to_have_count(2)
    expect(playground.rows("retry").first).to_contain_text("attempt 1 of 3 failed for ann")
    expect(playground.rows("text")).to_contain_text("At last.")
    playground.page.get_by_role("tab", name="Timeline").click()
    spans = playground.page.get_by_role("list", name="Timeline").get_by_role("listitem")
    expect(spans.filter(has_text="Attempt 2 failed")).to_have_count(1)


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control of this name has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        found = page.evaluate(
            "() => { const e = document.activeElement;"
            " return e.ariaLabel || e.innerText?.trim() || e.title || ''; }"
        )
        if found == name:
            return
    raise AssertionError(f"Tab does not lead to {name!r}")


def test_a_run_is_steered_answered_and_forked_by_keyboard_alone(
    playground: Playground, provider: ProviderServer
) -> None:
    url = provider.openai_url
    team = [talker("ann", model="slow", url=url), person("boss")]
    playground.open(round_robin(team, max_messages=3))
    page = playground.page
    expect(playground.node("ann")).to_be_visible()
    tab_to(page, "Breakpoint before ann")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type("Begin.")
    page.keyboard.press("Enter")
    expect(playground.rows("notice")).to_contain_text("Held at the breakpoint before agent ann.")

    tab_to(page, "Breakpoint before ann")
    page.keyboard.press("Enter")
    tab_to(page, "Resume")
    page.keyboard.press("Enter")
    expect(playground.open_text).to_contain_text("word1")
    tab_to(page, "Pause")
    page.keyboard.press("Enter")
    expect(playground.state).to_have_attribute("data-status", "paused")
    tab_to(page, "Resume")
    page.keyboard.press("Enter")

    expect(playground.state).to_have_attribute("data-status", "waiting_input")
    tab_to(page, "Answer to boss")
    page.keyboard.type("Yes.")
    page.keyboard.press("Enter")
    expect(playground.result).to_be_visible()
    first = playground.run_id

    tab_to(page, "Edit and go on from here")
    page.keyboard.press("Enter")
    expect(playground.box).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("Begin otherwise.")
    page.keyboard.press("Enter")
    expect(playground.rows("user")).to_contain_text("Begin otherwise.")
    expect(playground.state).to_have_attribute("data-status", "running")
    assert playground.run_id != first
    page.keyboard.press("Control+Enter")
    expect(playground.result).to_contain_text("Stopped by the user.")


def test_a_run_can_be_given_and_read_by_keyboard_alone(playground: Playground) -> None:
    playground.open(round_robin([talker("ann", answers=["One.", "Two."])], max_messages=3))
    page = playground.page
    expect(playground.node("ann")).to_be_visible()
    page.keyboard.press("Escape")
    expect(playground.box).to_be_focused()
    page.keyboard.type("Begin.")
    page.keyboard.press("Enter")
    expect(playground.result).to_be_visible()

    page.get_by_role("log").focus()
    for _ in range(3):
        page.keyboard.press("k")

    expect(page.locator(".sf-row[data-selected]")).to_contain_text("One.")
    page.keyboard.press("j")
    expect(page.locator(".sf-row[data-selected]")).to_contain_text("Two.")
