"""JSON and Python beside the canvas."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser.builder_page import Builder
from tests.e2e.browser.builder_teams import agent, round_robin, stop, tool
from tests.support.studio_server import StudioServer
from tests.support.team_json import component

pytestmark = pytest.mark.browser

EDIT = """([from, to]) => {
  const editor = document.querySelector('.sb-editor').editor;
  const at = editor.state.doc.toString().indexOf(from);
  editor.focus();
  editor.dispatch({changes: {from: at, to: at + from.length, insert: to}});
}"""
TEXT = "(document.querySelector('.sb-editor')?.editor.state.doc.toString() ?? '')"
CARET = """([text, by]) => {
  const editor = document.querySelector('.sb-editor').editor;
  editor.focus();
  const at = editor.state.doc.toString().indexOf(text) + by;
  editor.dispatch({selection: {anchor: at}, scrollIntoView: true});
}"""


@pytest.fixture
def builder(page: Page, studio: StudioServer) -> Builder:
    return Builder(page, studio)


def open_json(builder: Builder) -> None:
    builder.page.get_by_role("tab", name="JSON").click()
    expect(builder.page.locator(".cm-content")).to_be_visible()


def caret(builder: Builder, text: str, by: int) -> None:
    builder.page.evaluate(CARET, [text, by])


def choices(builder: Builder) -> Locator:
    return builder.page.locator(".cm-tooltip-autocomplete li")


def test_json_and_canvas_follow_each_other(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.page.get_by_role("tab", name="JSON").click()
    expect(builder.page.locator(".cm-content")).to_be_visible()

    builder.page.evaluate(EDIT, ['"name": "planner"', '"name": "thinker"'])
    expect(builder.node("thinker")).to_be_visible()

    builder.select("writer")
    builder.field("Name").first.fill("poet")
    builder.page.wait_for_function(f"{TEXT}.includes('\"poet\"')")


def test_broken_json_is_marked_and_changes_nothing(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    before = builder.document()
    builder.page.get_by_role("tab", name="JSON").click()
    expect(builder.page.locator(".cm-content")).to_be_visible()

    builder.page.evaluate(EDIT, ['"provider"', '"provider'])

    expect(builder.page.get_by_text("Not JSON yet")).to_be_visible()
    expect(builder.page.locator(".cm-lint-marker-error")).to_be_visible()
    assert builder.document() == before


def test_the_caret_selects_the_node_it_is_in(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.page.get_by_role("tab", name="JSON").click()
    expect(builder.page.locator(".cm-content")).to_be_visible()

    builder.page.evaluate(
        f"""() => {{
          const editor = document.querySelector('.sb-editor').editor;
          editor.focus();
          editor.dispatch({{selection: {{anchor: {TEXT}.indexOf('"writer"') + 2}}}});
        }}"""
    )

    expect(builder.node("writer").locator(".sb-node")).to_have_attribute("data-selected", "true")


def test_the_python_of_the_team_is_shown_live(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    builder.page.get_by_role("tab", name="Python").click()
    builder.page.wait_for_function(f"{TEXT}.includes('RoundRobinGroupChat')")

    builder.select("planner")
    builder.field("System message").fill("You are new here.")

    builder.page.wait_for_function(f"{TEXT}.includes('You are new here.')")


def test_what_a_file_holds_comes_out_again_unchanged(builder: Builder) -> None:
    team = round_robin(agent("planner", tools=[tool("double")]), termination=stop())
    team["config"]["participants"][0]["x_unknown"] = {"kept": [1, None, "ä"]}
    builder.open(team)
    builder.page.get_by_role("tab", name="JSON").click()
    expect(builder.page.locator(".cm-content")).to_be_visible()

    with builder.page.expect_download() as download:
        builder.page.get_by_label("Download the JSON").click()

    assert download.value.suggested_filename == "tested_team.json"
    assert builder.page.evaluate(f"JSON.parse({TEXT})") == team


def test_keys_are_completed_from_the_schema_of_their_class(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    open_json(builder)
    caret(builder, '"name": "planner",', len('"name": "planner",'))
    builder.page.keyboard.type(' "max_to')
    expect(choices(builder)).to_have_count(1)
    expect(choices(builder)).to_contain_text('"max_tool_iterations"')
    choices(builder).click()
    builder.page.keyboard.type("3,")

    builder.eventually(
        lambda team: team["config"]["participants"][0]["config"].get("max_tool_iterations"), 3
    )


def test_a_whole_component_is_offered_where_one_belongs(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    open_json(builder)
    caret(builder, '"termination_condition": {', len('"termination_condition": '))
    builder.page.keyboard.press("Control+Space")
    expect(choices(builder).filter(has_text="Time limit")).to_be_visible()
    expect(choices(builder).filter(has_text="Assistant")).to_have_count(0)


def test_values_are_completed_and_keys_explained(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    open_json(builder)
    caret(builder, '"reflect_on_tool_use": false', len('"reflect_on_tool_use": '))
    builder.page.keyboard.press("Control+Space")
    expect(choices(builder)).to_have_text(["false", "true"])
    builder.page.keyboard.press("Escape")

    line = builder.page.locator(".cm-line", has_text='"reflect_on_tool_use"')
    line.get_by_text('"reflect_on_tool_use"').hover()
    expect(builder.page.locator(".sb-hover")).to_contain_text("the model reads their results")


def test_a_form_field_and_the_json_follow_each_other(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    open_json(builder)
    builder.select("writer")
    builder.field("System message").focus()
    builder.page.wait_for_function(
        """() => {
          const {state} = document.querySelector('.sb-editor').editor;
          return state.doc.lineAt(state.selection.main.head).text.includes('You are writer');
        }"""
    )
    caret(builder, '"chat_completions"', 2)

    expect(builder.inspector).to_contain_text("Recorded answers")


def test_canvas_and_json_stand_side_by_side(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    open_json(builder)
    builder.page.get_by_role("button", name="Show beside the canvas").click()
    canvas = builder.page.locator(".react-flow").bounding_box()
    text = builder.page.locator(".cm-content").bounding_box()
    assert canvas is not None
    assert text is not None
    assert canvas["x"] + canvas["width"] <= text["x"]

    builder.reload()
    expect(builder.page.get_by_role("button", name="Show below the canvas")).to_be_visible()


def test_json_that_is_no_component_is_marked(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    before = builder.document()
    open_json(builder)
    builder.page.evaluate(EDIT, ['"provider"', '"prvider"'])

    expect(builder.page.get_by_text("A component is an object with")).to_be_visible()
    expect(builder.page.locator(".cm-lint-marker-error")).to_be_visible()
    assert builder.document() == before


def test_what_the_checks_find_is_marked_at_its_place(builder: Builder) -> None:
    builder.open(round_robin(agent("planner")))
    open_json(builder)
    caret(builder, '"max_messages"', 1)
    expect(builder.page.get_by_text('"max_messages"')).to_be_visible()
    expect(builder.page.locator(".cm-lintRange")).to_have_count(0)
    builder.page.evaluate(EDIT, ['"max_messages": 5', '"max_messages": 0'])

    expect(builder.page.locator(".cm-lintRange-error")).to_have_text("0")


def test_a_json_schema_has_an_editor_that_marks_what_is_wrong(builder: Builder) -> None:
    factory = component(
        "autogen_agentchat.messages.StructuredMessageFactory",
        "structured_message",
        json_schema={"type": "object", "properties": {"title": {"type": "string"}}},
        content_model_name="Note",
    )
    builder.open(round_robin(agent("planner", structured_message_factory=factory)))
    builder.select("planner")
    builder.inspector.get_by_role("button", name="More options").click()
    builder.inspector.get_by_role("group", name="Structured answer").locator(
        ".sb-card-open"
    ).click()
    editor = builder.inspector.get_by_label("Fields (JSON schema)")
    expect(editor).to_contain_text('"title"')
    builder.page.evaluate(EDIT, ['"title"', '"heading"'])

    builder.eventually(
        lambda team: list(
            team["config"]["participants"][0]["config"]["structured_message_factory"]["config"][
                "json_schema"
            ]["properties"]
        ),
        ["heading"],
    )
    builder.page.evaluate(EDIT, ['"heading"', '"heading'])
    expect(builder.inspector.locator(".cm-lint-marker-error")).to_be_visible()


def test_a_component_is_shown_where_it_stands_in_the_json(builder: Builder) -> None:
    builder.open(round_robin(agent("planner"), agent("writer")))
    builder.select("writer")
    builder.inspector.get_by_role("button", name="Show in the JSON").click()

    builder.page.wait_for_function(
        """() => {
          const state = document.querySelector('.sb-editor')?.editor.state;
          if (!state) return false;
          const {head} = state.selection.main;
          return state.sliceDoc(head, head + 2000).includes('"name": "writer"')
            && !state.sliceDoc(head).includes('"name": "planner"');
        }"""
    )


def test_the_editors_ask_nothing_of_other_servers(builder: Builder) -> None:
    asked: list[str] = []
    builder.page.on("request", lambda request: asked.append(request.url))
    builder.open(round_robin(agent("planner", tools=[tool("double")])))
    open_json(builder)
    builder.page.get_by_role("tab", name="Python").click()
    expect(builder.page.get_by_label("Team as Python")).to_contain_text("RoundRobinGroupChat")
    builder.select("planner")
    builder.page.get_by_role("group", name="Tools", exact=True).locator(".sb-card-open").click()
    expect(builder.inspector.locator(".cm-content")).to_contain_text("def double")

    strange = [url for url in asked if not url.startswith((builder.studio.url, "data:", "blob:"))]
    assert asked
    assert strange == []
