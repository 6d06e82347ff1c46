"""People in the loop: questions, answers from elsewhere, the inbox, a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.browser.conftest import signed_in
from tests.e2e.browser.contrast import faint_texts
from tests.e2e.browser.playground_page import Playground
from tests.support.playground_teams import round_robin, talker
from tests.support.studio_server import StudioServer
from tests.support.team_json import component, person

pytestmark = pytest.mark.browser

TEAM = round_robin([talker("ann", answers=["May I?", "Done."]), person("boss")], max_messages=4)


def test_a_question_is_answered_in_the_box_below_the_conversation(playground: Playground) -> None:
    playground.open(TEAM)
    playground.say("Begin.")
    expect(playground.state).to_have_attribute("data-status", "waiting_input")
    expect(playground.rows("question")).to_contain_text("asks you")

    playground.page.get_by_label("Answer to boss").fill("Yes,\nyou may.")
    playground.page.get_by_role("button", name="Answer").click()

    expect(playground.result).to_be_visible()
    expect(playground.rows("question")).to_contain_text("Yes,")
    assert any(
        event["type"] == "answer" and event["body"]["value"] == "Yes,\nyou may."
        for event in playground.events()
    )


def test_a_question_of_another_run_is_in_the_inbox_and_in_the_title(
    playground: Playground,
) -> None:
    playground.open(TEAM, name="Asking team")
    playground.say("Begin.")
    expect(playground.rows("question")).to_be_visible()

    playground.open(round_robin([talker("cat", answers=["Hi."])], max_messages=2))

    inbox = playground.page.get_by_role("region", name="Questions from other runs")
    expect(inbox).to_contain_text("boss")
    playground.page.wait_for_function("document.title.startsWith('(')")
    inbox.get_by_role("link").first.click()
    expect(playground.page.get_by_label("Answer to boss")).to_be_visible()


def test_a_question_is_answered_in_another_browser_after_a_restart(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    studio = StudioServer(tmp_path_factory.mktemp("asking")).start()
    mine, theirs = signed_in(browser, studio), None
    playground = Playground(mine.new_page(), studio)
    playground.open(TEAM)
    playground.say("Begin.")
    expect(playground.page.get_by_label("Answer to boss")).to_be_visible()

    studio.kill()
    studio.start()
    theirs = signed_in(browser, studio)
    other = Playground(theirs.new_page(), studio)
    other.page.goto(playground.page.url)
    other.page.get_by_label("Answer to boss").fill("You may.")
    other.page.keyboard.press("Enter")

    expect(other.result).to_be_visible()
    expect(playground.result).to_be_visible()
    expect(playground.rows("question")).to_contain_text("You may.")
    mine.close()
    theirs.close()
    studio.stop()


def test_a_file_goes_with_an_answer(playground: Playground, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# The pot\nIt whistles.")
    playground.open(TEAM)
    playground.say("Begin.")
    form = playground.page.get_by_role("region", name="Question from boss")
    form.get_by_label("Files of the answer").set_input_files(note)
    expect(form.locator(".sc-files li")).to_have_attribute("data-state", "ready")

    form.get_by_role("textbox").fill("Here it is.")
    form.get_by_role("button", name="Answer").click()

    expect(playground.result).to_be_visible()
    expect(playground.rows("question")).to_contain_text("Here it is.")
    playground.rows("question").get_by_role("button", name="note.md").click()
    expect(playground.rows("question")).to_contain_text("It whistles.")
    [answer] = [event["body"] for event in playground.events() if event["type"] == "answer"]
    assert "It whistles." in answer["value"]
    assert [file["name"] for file in answer["attachments"]] == ["note.md"]


@pytest.mark.parametrize(("press", "told"), [("Approve", "42"), ("Deny", "not approved")])
def test_code_is_approved_or_denied_before_it_runs(
    playground: Playground, tmp_path: Path, press: str, told: str
) -> None:
    executor = component(
        "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor",
        "code_executor",
        work_dir=str(tmp_path),
    )
    runner = component(
        "autogen_agentchat.agents.CodeExecutorAgent", "agent", name="runner", code_executor=executor
    )
    code = "Run this:\n```python\nprint(6 * 7)\n```"
    playground.open(round_robin([talker("ann", answers=[code]), runner], max_messages=3))
    page = playground.page
    page.get_by_role("button", name="Budget, breakpoints and people").click()
    page.get_by_label("Ask me before code is run").check()
    page.keyboard.press("Escape")
    playground.say("Begin.")
    question = page.get_by_role("region", name="Question from runner")
    expect(question).to_contain_text("print(6 * 7)")

    question.get_by_role("button", name=press).click()

    expect(playground.result).to_be_visible()
    expect(playground.rows("text").last).to_contain_text(told)


def test_all_questions_are_in_the_inbox_of_the_top_bar(playground: Playground) -> None:
    playground.open(TEAM, name="Asking team")
    playground.say("Begin the long thing.")
    expect(playground.rows("question")).to_be_visible()
    asking = playground.run_id
    page = playground.page
    page.goto(f"{playground.studio.url}/playground/")

    page.get_by_role("button", name="Questions:").click()
    page.get_by_role("dialog").get_by_role("link", name="Begin the long thing.").first.click()

    page.wait_for_url(f"**run={asking}*")
    expect(page.get_by_label("Answer to boss")).to_be_visible()


def test_questions_are_counted_on_every_page(playground: Playground) -> None:
    playground.open(TEAM)
    playground.say("Begin.")
    expect(playground.rows("question")).to_be_visible()
    page = playground.page

    page.goto(f"{playground.studio.url}/gallery/")

    expect(page.get_by_role("navigation", name="Main")).to_contain_text("Gallery")
    expect(page.get_by_role("link", name="for you")).to_be_visible()
    page.wait_for_function("document.title.startsWith('(')")


def test_the_browser_tells_of_a_question_while_one_is_elsewhere(
    playground: Playground, context: BrowserContext
) -> None:
    context.grant_permissions(["notifications"], origin=playground.studio.url)
    page = playground.page
    page.add_init_script(
        "window.told = []; window.Notification = class extends window.Notification {"
        " constructor(...all) { super(...all); window.told.push(all); } };"
    )
    playground.open(TEAM)
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { get: () => true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )

    playground.say("Begin.")

    page.wait_for_function("window.told.length > 0")
    assert page.evaluate("window.told[0][0]") == "boss asks"


def test_a_run_stops_when_nobody_answers_in_time_and_says_so_before(
    playground: Playground,
) -> None:
    playground.open(TEAM)
    page = playground.page
    page.get_by_role("button", name="Budget, breakpoints and people").click()
    page.get_by_label("Stop when nobody answers for").fill("0.05")
    page.keyboard.press("Escape")

    playground.say("Begin.")

    expect(page.get_by_role("timer")).to_contain_text("then the run stops")
    expect(playground.result).to_contain_text("Nobody answered boss within 3 seconds.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_reads_answers_and_stops(
    browser: Browser, studio: StudioServer, scheme: str
) -> None:
    context = signed_in(browser, studio, color_scheme=scheme)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    playground = Playground(page, studio)
    playground.open(TEAM)
    playground.say("Begin.")
    expect(playground.rows("text")).to_contain_text("May I?")
    answer = page.get_by_label("Answer to boss")
    expect(answer).to_be_in_viewport()
    expect(playground.bar.get_by_role("button", name="Stop")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faint_texts(page) == []

    answer.fill("Yes.")
    page.get_by_role("button", name="Answer").click()

    expect(playground.rows("text").last).to_contain_text("Done.")
    expect(playground.state).to_have_attribute("data-status", "completed")
    context.close()
