"""Forms beside the canvas."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder, call
from tests.e2e.browser.builder_teams import agent, round_robin, swarm, tool
from tests.support.studio_server import StudioServer
from tests.support.team_json import model

pytestmark = pytest.mark.browser


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def test_a_system_message_is_edited_saved_and_found_again(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.select("planner")
    builder.field("System message").fill("You plan.\nBriefly.")
    builder.page.keyboard.press("Control+s")
    expect(builder.page.get_by_role("button", name="Saved", exact=True)).to_be_visible()

    builder.reload()
    builder.select("planner")

    expect(builder.field("System message")).to_have_value("You plan.\nBriefly.")
    team = call(builder.studio, "GET", f"/api/teams/{builder.team_id}")
    assert team["version"] == 2


def test_a_new_name_is_followed_by_hand_offs(builder: Builder) -> None:
    builder.open(swarm(agent("desk", handoffs=["bills"]), agent("bills", handoffs=["desk"])))
    builder.select("bills")
    builder.field("Name").first.fill("invoices")

    expect(builder.node("invoices")).to_be_visible()
    builder.eventually(
        lambda team: team["config"]["participants"][0]["config"]["handoffs"], ["invoices"]
    )


def test_a_name_that_cannot_be_is_told_and_not_sent(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.select("planner")
    builder.field("Name").first.fill("two words")

    expect(builder.inspector.get_by_role("alert")).to_contain_text("letters, digits")
    assert builder.names() == ["planner"]


def test_quick_typing_loses_no_letter(builder: Builder) -> None:
    builder.open(round_robin(*[agent(f"agent{index}") for index in range(8)]))
    builder.select("agent0")
    field = builder.field("System message")
    field.fill("")
    field.press_sequentially("All of this was typed in one go, while the server answered.")

    expect(field).to_have_value("All of this was typed in one go, while the server answered.")
    builder.eventually(
        lambda team: team["config"]["participants"][0]["config"]["system_message"],
        "All of this was typed in one go, while the server answered.",
    )


def test_another_provider_keeps_what_both_have(builder: Builder) -> None:
    client = model(temperature=0.3, max_tokens=200)
    builder.open(round_robin(agent("planner", model_client=client)))
    builder.node("planner").get_by_label("Model gpt-4o-mini").click()
    builder.field("Provider").select_option(label="Anthropic")

    builder.eventually(
        lambda team: {
            key: team["config"]["participants"][0]["config"]["model_client"]["config"].get(key)
            for key in ("temperature", "max_tokens", "api_key")
        },
        {"temperature": 0.3, "max_tokens": 200, "api_key": "${ANTHROPIC_API_KEY}"},
    )


def test_a_key_is_kept_apart_from_the_team(builder: Builder) -> None:
    builder.open(round_robin(agent("planner", model_client=model())))
    builder.node("planner").get_by_label("Model gpt-4o-mini").click()
    builder.inspector.get_by_role("button", name="Enter key").click()
    builder.inspector.get_by_label("Name of the key").fill("MY_KEY")
    builder.inspector.get_by_label("Key", exact=True).fill("sk-very-secret")
    builder.inspector.get_by_role("button", name="Keep key").click()

    builder.eventually(
        lambda team: team["config"]["participants"][0]["config"]["model_client"]["config"].get(
            "api_key"
        ),
        "${MY_KEY}",
    )
    names = [item["name"] for item in call(builder.studio, "GET", "/api/secrets")["items"]]
    assert "MY_KEY" in names
    assert "sk-very-secret" not in str(builder.document())


def test_a_stop_condition_grows_into_a_tree(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.nodes.first.locator("strong").click()
    builder.inspector.get_by_role("button", name="Another condition").click()
    builder.page.keyboard.type("text is said")
    builder.page.keyboard.press("Enter")
    tree = builder.inspector.get_by_role("group", name="Any of these")
    expect(tree).to_be_visible()
    tree.get_by_role("button", name="All of").click()

    builder.eventually(
        lambda team: team["config"]["termination_condition"]["provider"],
        "autogen_agentchat.base.AndTerminationCondition",
    )


def test_problems_stand_on_the_node_in_a_list_and_can_be_opened(builder: Builder) -> None:
    builder.open(round_robin(agent("twin"), agent("twin")))
    expect(builder.page.locator(".sb-problems").first).to_be_visible()

    builder.page.get_by_role("tab", name="Problems").click()
    panel = builder.page.get_by_role("tabpanel", name="Problems")
    expect(panel.locator(".sb-problem").first).to_contain_text("twin")
    panel.locator(".sb-problem button").first.click()

    expect(builder.inspector).to_contain_text("twin")


def test_a_refused_change_leaves_what_was_there(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.select("writer")
    builder.field("Name").first.fill("planner")

    expect(builder.page.get_by_text("another participant is called")).to_be_visible()
    assert builder.names() == ["planner", "writer"]
    builder.reload()
    expect(builder.node("writer")).to_be_visible()


def test_another_provider_says_what_it_leaves_out(builder: Builder) -> None:
    client = model("gpt-4o", seed=7, temperature=0.3)
    builder.open(round_robin(agent("planner", model_client=client)))
    builder.node("planner").get_by_label("Model gpt-4o").click()
    builder.field("Provider").select_option(label="Azure OpenAI")
    builder.eventually(
        lambda team: {
            key: team["config"]["participants"][0]["config"]["model_client"]["config"].get(key)
            for key in ("model", "seed", "temperature")
        },
        {"model": "gpt-4o", "seed": 7, "temperature": 0.3},
    )
    expect(builder.field("Provider")).to_have_value(re.compile("Azure"))
    builder.field("Provider").select_option(label="Anthropic")

    expect(builder.page.get_by_text("Anthropic does not have “Seed”.")).to_be_visible()
    builder.undo()
    builder.eventually(
        lambda team: team["config"]["participants"][0]["config"]["model_client"]["config"].get(
            "seed"
        ),
        7,
    )


def test_a_hand_off_is_described_in_full(builder: Builder) -> None:
    builder.open(swarm(agent("desk", handoffs=["bills"]), agent("bills", handoffs=["desk"])))
    builder.select("desk")
    builder.inspector.get_by_role("button", name="Say when").click()
    builder.field("When").fill("It is about money.")
    builder.field("What the next agent is told").fill("Take over.")
    builder.field("Name of the tool").fill("ask_bills")

    builder.eventually(
        lambda team: team["config"]["participants"][0]["config"]["handoffs"],
        [
            {
                "target": "bills",
                "description": "It is about money.",
                "name": "ask_bills",
                "message": "Take over.",
            }
        ],
    )


def test_a_problem_is_mended_with_one_click(builder: Builder) -> None:
    team = round_robin(agent("planner", max_tool_iterations=0))
    del team["config"]["termination_condition"]
    builder.open(team)
    chip = builder.page.get_by_title("Show the problems")
    expect(chip).to_contain_text("1 error, 1 warning")
    chip.click()
    panel = builder.page.get_by_role("tabpanel", name="Problems")
    for _ in range(2):
        before = panel.get_by_role("button", name="Fix").count()
        panel.get_by_role("button", name="Fix").first.click()
        expect(panel.get_by_role("button", name="Fix")).to_have_count(before - 1)

    expect(chip).to_contain_text("No problems")
    builder.eventually(
        lambda team: team["config"]["termination_condition"]["config"]["max_messages"], 20
    )
    builder.undo()
    expect(chip).to_contain_text("1 warning")


def test_problems_of_different_places_are_mended_at_once(builder: Builder) -> None:
    team = round_robin(agent("planner", max_tool_iterations=0), agent("writer"))
    for item in team["config"]["participants"]:
        del item["config"]["reflect_on_tool_use"]
    builder.open(team)
    chip = builder.page.get_by_title("Show the problems")
    chip.click()
    builder.page.get_by_role("button", name="Fix 3 at once").click()

    expect(chip).to_contain_text("No problems")
    builder.undo()
    expect(chip).to_contain_text("3 errors")


def test_a_source_that_does_not_parse_is_marked_at_its_line(builder: Builder) -> None:
    broken = tool("double")
    broken["config"]["source_code"] = "def double(a: int) -> int:\n    return a *\n"
    builder.open(round_robin(agent("planner", tools=[broken])))
    builder.select("planner")
    builder.page.get_by_role("group", name="Tools", exact=True).locator(".sb-card-open").click()

    mark = builder.inspector.locator(".cm-lintRange-error")
    expect(mark.first).to_contain_text("return a *")


def test_models_are_offered_with_what_they_cost(builder: Builder) -> None:
    builder.open(round_robin(agent("planner", model_client=model("gpt-4o-mini"))))
    builder.node("planner").get_by_label("Model gpt-4o-mini").click()

    name = builder.field("Model name")
    expect(builder.inspector).to_contain_text("$0.15 in, $0.6 out for a million tokens")
    offered = name.evaluate("input => [...input.list.options].map(option => option.value)")
    assert "gpt-4.1" in offered
    assert "gpt-4-32k" not in offered
    name.fill("gpt-4-32k")
    mend = builder.inspector.get_by_role("list", name="Problems here")
    expect(mend).to_contain_text("gpt-4-32k has been switched off")
    mend.get_by_role("button", name="Fix").click()
    expect(name).to_have_value("gpt-4o")
