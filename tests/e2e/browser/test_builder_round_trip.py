"""What is drawn, what the JSON says and what is found after a reload are one and the same."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.builder_page import Builder, call
from tests.e2e.browser.builder_teams import agent, round_robin, stop, tool
from tests.support.studio_server import StudioServer
from tests.support.team_json import component, either, mention

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]

_TEXT = "document.querySelector('.sb-editor').editor.state.doc.toString()"
_RETYPE = """(text) => {
  const editor = document.querySelector('.sb-editor').editor;
  editor.focus();
  editor.dispatch({changes: {from: 0, to: editor.state.doc.length, insert: text}});
}"""


def review_flow() -> JsonDict:
    """Return a graph with a condition, an expression, a loop and an activation group."""
    names = ("draft", "check", "law", "publish")
    edges: dict[str, list[JsonDict]] = {
        "draft": [{"target": "check"}, {"target": "law"}],
        "check": [
            {"target": "publish", "condition": "APPROVE", "activation_group": "ready"},
            {"target": "draft", "condition": "REWORK", "activation_condition": "any"},
        ],
        "law": [
            {
                "target": "publish",
                "condition_expression": {"expression": "'fine' in text"},
                "activation_group": "ready",
            }
        ],
        "publish": [],
    }
    nodes = {
        name: {
            "name": name,
            "edges": edges[name],
            "activation": "any" if name == "draft" else "all",
        }
        for name in names
    }
    return component(
        "autogen_agentchat.teams.GraphFlow",
        "team",
        participants=[agent(name) for name in names],
        termination_condition=either(mention("DONE"), stop(20)),
        graph={"nodes": nodes, "default_start_node": "draft"},
        max_turns=12,
    )


def nested() -> JsonDict:
    """Return teams three deep, with a tool that is an agent, and keys nobody knows."""
    helper = component(
        "autogen_agentchat.tools.AgentTool",
        "tool",
        agent=agent("helper"),
        return_value_as_last_message=True,
    )
    innermost = round_robin(agent("proof", tools=[tool("double"), helper]), name="proofs")
    middle = round_robin(agent("writer"), innermost, name="writers")
    middle["x_note"] = {"kept": [1, None, "ä"]}
    return round_robin(agent("planner"), middle)


@pytest.mark.parametrize("team", [review_flow(), nested()], ids=["graph flow", "nested team"])
def test_a_team_goes_from_canvas_to_json_and_back_unchanged(
    page: Page, studio: StudioServer, team: JsonDict
) -> None:
    builder = Builder(page, studio).open(team)
    edges = builder.edges.count()
    places = builder.places()
    page.get_by_role("tab", name="JSON").click()
    expect(page.locator(".cm-content")).to_be_visible()
    assert page.evaluate(f"JSON.parse({_TEXT})") == team

    text: str = page.evaluate(_TEXT)
    page.evaluate(_RETYPE, text.replace('"planner"', '"thinker"').replace('"check"', '"test"'))
    changed = "thinker" if "planner" in text else "test"
    expect(builder.node(changed)).to_be_visible()
    page.evaluate(_RETYPE, text)
    expect(builder.node(changed)).to_have_count(0)
    expect(builder.nodes).to_have_count(1 + len(team["config"]["participants"]))

    builder.eventually(lambda component: component == team, wanted=True)
    page.keyboard.press("Control+s")
    expect(page.get_by_role("button", name="Saved", exact=True)).to_be_visible()
    builder.reload()
    expect(builder.edges).to_have_count(edges)
    held = call(studio, "GET", f"/api/teams/{builder.team_id}")["document"]
    assert held["component"] == team
    assert builder.places() == places
