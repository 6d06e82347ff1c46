"""Every component of the engine opens in a form, and no field of its schema is missing there."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.browser.builder_page import Builder, call
from tests.e2e.browser.builder_teams import agent, round_robin
from tests.support.studio_server import StudioServer

pytestmark = pytest.mark.browser

JsonDict = dict[str, Any]

_SLOT = {
    "model": "model_client",
    "tool": "tools",
    "workbench": "workbench",
    "memory": "memory",
    "model_context": "model_context",
    "other": "structured_message_factory",
}
_MANY = {"tools", "workbench", "memory"}

_WALK = """async (paths) => {
  const CONTROL = 'input, select, textarea, button, .cm-editor';
  const settled = async (ready) => {
    for (let i = 0; i < 120 && !ready(); i += 1) await new Promise(requestAnimationFrame);
    return ready();
  };
  const told = {};
  for (const path of paths) {
    const row = document.querySelector(`[data-row="i:${path}"]`)
      ?? [...document.querySelectorAll('[data-row^="n:"]')][Number(path.split('/').at(-1)) + 1];
    row.click();
    const body = () => document.querySelector('.sb-inspector-body');
    const open = () => body()?.dataset.path === path
      && body().querySelector('.sb-form:not(.sb-form-top):not([aria-busy])');
    if (!await settled(open)) throw new Error(`${path} does not open`);
    const more = body().querySelector('.sb-more-options > button[aria-expanded=false]');
    more?.click();
    await settled(() => !more || more.getAttribute('aria-expanded') === 'true');
    const fields = [...body().querySelectorAll('[data-field]')];
    await settled(() => fields.every((one) => one.querySelector(CONTROL)));
    told[path] = fields.filter((one) => one.querySelector(CONTROL)).map((one) => one.dataset.field);
  }
  return told;
}"""


def hosted(info: JsonDict, index: int) -> tuple[JsonDict, str]:
    """Return a participant that holds a component, and where in it that is."""
    component, kind = info["template"], info["kind"]
    if kind in {"agent", "team"}:
        config = component["config"] | {"name": f"part_{index}"}
        return component | {"config": config}, ""
    if kind == "termination":
        team = round_robin(agent("inside"), name=f"part_{index}")
        team["config"]["termination_condition"] = component
        return team, "/config/termination_condition"
    if kind == "code_executor":
        runner = {"name": f"part_{index}", "code_executor": component, "description": "Runs it."}
        return {
            "provider": "autogen_agentchat.agents.CodeExecutorAgent",
            "component_type": "agent",
            "config": runner,
        }, "/config/code_executor"
    field = _SLOT[kind]
    value = [component] if field in _MANY else component
    place = f"/config/{field}/0" if field in _MANY else f"/config/{field}"
    return agent(f"part_{index}", **{field: value}), place


def fields_of(schema: JsonDict, value: JsonDict, path: str, root: JsonDict) -> list[str]:
    """Return the places of all fields of a schema, and of those inside objects that are set."""
    found: list[str] = []
    for name, field in schema.get("properties", {}).items():
        place = f"{path}/{name}"
        found.append(place)
        target = field.get("$ref", "").rpartition("/")[2]
        inner = root.get("$defs", {}).get(target, {})
        held = value.get(name)
        if target not in {"", "ComponentModel", "DiGraph"} and isinstance(held, dict):
            shown = {k: v for k, v in inner["properties"].items() if "const" not in v}
            found += fields_of({"properties": shown}, held, place, root)
    return found


def test_no_field_of_any_component_is_missing(page: Page, studio: StudioServer) -> None:
    catalogue = call(studio, "GET", "/api/components")["items"]
    known = [info for info in catalogue if info["config_schema"]]
    hosts = [hosted(info, index) for index, info in enumerate(known)]
    builder = Builder(page, studio).open(round_robin(*[host for host, _ in hosts]))
    page.get_by_role("tab", name="List").click()
    page.get_by_role("treeitem").first.wait_for()
    places = [f"/config/participants/{index}{place}" for index, (_, place) in enumerate(hosts)]

    shown: dict[str, list[str]] = page.evaluate(_WALK, places)

    assert len(known) > 40
    for info, (host, inside), place in zip(known, hosts, places, strict=True):
        schema = info["config_schema"]
        config = info["template"]["config"] if inside else host["config"]
        wanted = fields_of(schema, config, f"{place}/config", schema)
        missing = [path for path in wanted if path not in shown[place]]
        assert missing == [], info["provider"]
    assert builder.team_id


def test_what_is_not_set_yet_opens_field_by_field(page: Page, studio: StudioServer) -> None:
    builder = Builder(page, studio).open(round_robin(agent("planner")))
    builder.node("planner").get_by_label("Model", exact=False).first.click()
    model = "/config/participants/0/config/model_client"
    builder.inspector.get_by_role("button", name="More options").click()
    builder.inspector.get_by_role("button", name="Remove What the model can do").click()
    builder.inspector.get_by_role("button", name="Set what the model can do").click()

    for name in ("vision", "function_calling", "json_output", "family", "structured_output"):
        builder.page.locator(f"[data-field='{model}/config/model_info/{name}']").wait_for(
            state="attached"
        )
