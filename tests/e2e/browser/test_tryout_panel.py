"""Every kind of component can be tried from the inspector, and asks before it does harm."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser.builder_page import Builder
from tests.e2e.browser.builder_teams import agent, round_robin, stop, tool
from tests.support.mcp_params import stdio
from tests.support.studio_server import StudioServer
from tests.support.team_json import component, model, person, replay

pytestmark = pytest.mark.browser

SOURCE = (
    "def weather(city: str, days: int = 3) -> dict:\n"
    '    print("asking for", city)\n'
    '    return {"city": city, "days": days}\n'
)


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def panel(builder: Builder) -> Locator:
    return builder.page.get_by_role("complementary", name="Test")


def result(builder: Builder) -> Locator:
    return panel(builder).get_by_role("region", name="Result")


def press(builder: Builder, name: str) -> None:
    panel(builder).get_by_role("button", name=name, exact=True).click()


def open_test(builder: Builder) -> None:
    builder.inspector.get_by_role("button", name="Test", exact=True).click()
    expect(panel(builder)).to_be_visible()


def a_team(builder: Builder, **config: object) -> Builder:
    weather = tool("weather")
    weather["config"]["source_code"] = SOURCE
    made = agent("planner", **{"tools": [weather], **config})
    return builder.open(round_robin(made))


def open_part(builder: Builder, group: str) -> None:
    builder.select("planner")
    builder.page.get_by_role("group", name=group, exact=True).locator(".sb-card-open").click()


def test_a_python_tool_asks_first_and_shows_result_and_print(builder: Builder) -> None:
    a_team(builder)
    open_part(builder, "Tools")
    builder.inspector.get_by_role("button", name="Try it").click()
    panel(builder).get_by_label("City").fill("Lisbon")
    press(builder, "Call")

    asking = panel(builder).get_by_role("alertdialog", name="This runs code")
    expect(asking).to_contain_text("runs code on this server")
    expect(result(builder)).to_have_count(0)
    press(builder, "Call anyway")
    expect(result(builder)).to_contain_text('"city": "Lisbon"')
    expect(result(builder)).to_contain_text("asking for Lisbon")

    panel(builder).get_by_label("Days").fill("5")
    press(builder, "Call")
    expect(result(builder)).to_contain_text('"days": 5')


def test_editing_the_source_beside_it_changes_the_form(builder: Builder) -> None:
    a_team(builder)
    open_part(builder, "Tools")
    open_test(builder)
    expect(panel(builder).get_by_label("City")).to_be_visible()
    expect(builder.inspector.locator(".sb-editor")).to_be_visible()
    builder.page.evaluate(
        """() => {
          const editor = document.querySelector('.sb-inspector .sb-editor').editor;
          const text = editor.state.doc.toString().replace('city: str', 'city: str, unit: str');
          editor.dispatch({changes: {from: 0, to: editor.state.doc.length, insert: text}});
        }"""
    )

    expect(panel(builder).get_by_label("Unit")).to_be_visible()


def test_a_tool_that_fails_says_why(builder: Builder) -> None:
    a_team(builder)
    open_part(builder, "Tools")
    open_test(builder)
    press(builder, "Call")
    press(builder, "Call anyway")

    expect(panel(builder).get_by_role("alert")).to_contain_text("City: Field required")


def test_a_model_answers_in_place(builder: Builder) -> None:
    a_team(builder, model_client=replay("I am **recorded**."))
    builder.node("planner").get_by_label("Model Replay").click()
    open_test(builder)
    panel(builder).get_by_label("Question").fill("Who are you?")
    builder.page.keyboard.press("Control+Enter")

    expect(result(builder)).to_contain_text("I am recorded.")
    expect(result(builder)).to_contain_text("Tokens")


def test_a_missing_key_is_told_before_it_is_tried(builder: Builder) -> None:
    a_team(builder, model_client=model("gpt-4o", api_key="${NOT_THERE_KEY}"))
    builder.node("planner").get_by_label("Model gpt-4o").click()
    open_test(builder)

    expect(panel(builder)).to_contain_text("NOT_THERE_KEY has no value yet")
    press(builder, "Ask")
    expect(panel(builder).get_by_role("alertdialog", name="This costs money")).to_be_visible()


def test_a_condition_shows_where_a_pasted_conversation_stops(builder: Builder) -> None:
    mention = component(
        "autogen_agentchat.conditions.TextMentionTermination", "termination", text="DONE"
    )
    either = component(
        "autogen_agentchat.base.OrTerminationCondition",
        "termination",
        conditions=[mention, stop(9)],
    )
    team = round_robin(agent("planner"))
    team["config"]["termination_condition"] = either
    builder.open(team)
    builder.node("Round robin").get_by_text("Any of").click()
    open_test(builder)
    panel(builder).get_by_label("Conversation").fill("user: go\nplanner: DONE\nuser: thanks")
    press(builder, "Try it")

    expect(result(builder)).to_contain_text("It stops after message 2 of 3.")
    parts = result(builder).get_by_role("list", name="Conditions inside")
    expect(parts).to_contain_text("at message 2")
    expect(parts).to_contain_text("not reached")


def test_a_workbench_offers_its_tools(builder: Builder) -> None:
    bench = component("autogen_core.tools.StaticWorkbench", "workbench", tools=[tool("double")])
    builder.open(round_robin(agent("planner", workbench=[bench])))
    open_part(builder, "Workbenches")
    open_test(builder)
    panel(builder).get_by_role("button", name="double").click()
    panel(builder).get_by_label("A", exact=False).first.fill("7")
    press(builder, "Call")
    press(builder, "Call anyway")

    expect(result(builder)).to_contain_text("double returned a result.")


def test_an_agent_streams_and_can_be_stopped(builder: Builder) -> None:
    a_team(builder, tools=[], model_client=replay("word " * 200, words_per_second=10))
    builder.select("planner")
    open_test(builder)
    press(builder, "Run")
    expect(panel(builder).get_by_role("list", name="Conversation")).to_contain_text("word word")
    press(builder, "Stop")

    expect(panel(builder).get_by_role("alert")).to_contain_text("Stopped")
    expect(panel(builder).get_by_role("button", name="Run", exact=True)).to_be_visible()


def test_a_person_is_asked_in_the_panel(builder: Builder) -> None:
    builder.open(round_robin(person("person")))
    builder.select("person")
    open_test(builder)
    press(builder, "Run")
    panel(builder).get_by_label("Answer to person").fill("All good.")
    press(builder, "Answer")

    expect(result(builder)).to_contain_text("It has answered.")
    expect(result(builder)).to_contain_text("All good.")


def test_the_panel_closes_by_key_and_gives_the_focus_back(builder: Builder) -> None:
    a_team(builder)
    builder.select("planner")
    open_test(builder)
    expect(panel(builder).get_by_label("Task")).to_be_focused()
    builder.page.keyboard.press("Escape")

    expect(panel(builder)).to_have_count(0)
    expect(builder.inspector.get_by_role("button", name="Test", exact=True)).to_be_focused()


def test_what_is_tested_may_move_to_another_place(builder: Builder) -> None:
    weather = tool("weather")
    weather["config"]["source_code"] = SOURCE
    builder.open(round_robin(agent("planner", tools=[weather]), agent("writer"), name="desk"))
    open_part(builder, "Tools")
    open_test(builder)
    panel(builder).get_by_label("City").fill("Lisbon")
    inside = builder.inspector.get_by_role("navigation", name="Inside")
    inside.get_by_role("button", name="desk").click()
    builder.inspector.get_by_role("button", name="Move planner down").click()
    builder.eventually(
        lambda team: [item["config"]["name"] for item in team["config"]["participants"]],
        ["writer", "planner"],
    )

    expect(panel(builder).get_by_label("City")).to_have_value("Lisbon")
    press(builder, "Call")
    press(builder, "Call anyway")
    expect(result(builder)).to_contain_text('"city": "Lisbon"')


def test_what_is_tested_may_be_removed(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.select("planner")
    open_test(builder)
    builder.inspector.get_by_role("button", name="Remove planner").click()

    expect(panel(builder)).to_contain_text("It is not there any more")


def test_resources_and_prompts_of_an_mcp_server_are_tried(builder: Builder) -> None:
    params = stdio().model_dump(mode="json")
    server = component("autogen_ext.tools.mcp.McpWorkbench", "workbench", server_params=params)
    builder.open(round_robin(agent("planner", workbench=[server])))
    open_part(builder, "Workbenches")
    open_test(builder)
    press(builder, "Connect")
    press(builder, "Connect anyway")
    offers = panel(builder).get_by_role("group", name="What it offers")
    offers.get_by_role("button", name="Resources").click()
    panel(builder).get_by_role("button", name="note://{day}/full").click()
    panel(builder).get_by_label("Day").fill("monday")
    press(builder, "Read")
    expect(result(builder)).to_contain_text("note of monday")

    offers.get_by_role("button", name="Prompts").click()
    panel(builder).get_by_role("button", name="greet").click()
    panel(builder).get_by_label("Name").fill("Ada")
    press(builder, "Fill in")
    expect(result(builder)).to_contain_text("Say hello to Ada.")


def test_keys_in_headers_are_chosen_by_name(builder: Builder) -> None:
    params = {"type": "StreamableHttpServerParams", "url": "http://127.0.0.1:9/mcp"}
    server = component(
        "autogen_ext.tools.mcp.McpWorkbench",
        "workbench",
        server_params={**params, "headers": {"Authorization": "${MCP_TOKEN}", "x-team": "a"}},
    )
    builder.open(round_robin(agent("planner", workbench=[server])))
    open_part(builder, "Workbenches")

    headers = builder.inspector.get_by_role("group", name="Headers")
    key = headers.get_by_label("Headers: value of Authorization")
    expect(key).to_have_value("MCP_TOKEN")
    expect(headers.get_by_label("Headers: value of x-team")).to_have_value("a")
