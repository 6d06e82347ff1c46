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


def options_of(schema: JsonDict, root: JsonDict) -> list[JsonDict]:
    """Return the shapes a value may have, references followed and null left out."""
    while "$ref" in schema or len(schema.get("allOf", [])) == 1:
        ref = schema.get("$ref")
        schema = root["$defs"][ref.rpartition("/")[2]] if ref else schema["allOf"][0]
    found = [
        option
        for item in schema.get("anyOf") or schema.get("oneOf") or [schema]
        for option in ([item] if item is schema else options_of(item, root))
    ]
    return [option for option in found if option.get("type") != "null"]


def is_component(schema: JsonDict) -> bool:
    return schema.get("title") == "ComponentModel" or {"provider", "config"} <= set(
        schema.get("properties", {})
    )


def filled(schema: JsonDict, root: JsonDict, number: int) -> Any:
    """Return a value with every field set, the `number`th shape of it; None for plain values."""
    inner = [value for option in options_of(schema, root) if (value := whole(option, root, number))]
    return inner[number % len(inner)] if inner else None


def whole(option: JsonDict, root: JsonDict, number: int) -> Any:
    if is_component(option):
        return None
    if option.get("type") == "array":
        item = filled(option.get("items", {}), root, number)
        return [item] if item else None
    if option.get("properties"):
        return {
            name: filled(field, root, number) or plain(field, root)
            for name, field in option["properties"].items()
        }
    each = option.get("additionalProperties")
    value = filled(each, root, number) if isinstance(each, dict) else None
    return {"first": value} if value else None


def plain(schema: JsonDict, root: JsonDict) -> Any:
    option = options_of(schema, root)[0]
    if "const" in option or "enum" in option:
        return option.get("const", option.get("enum", [None])[0])
    if schema.get("default") is not None:
        return schema["default"]
    first = {"string": "x", "integer": 1, "number": 1, "boolean": True, "array": [], "object": {}}
    return first.get(option.get("type", ""), {})


def shapes(schema: JsonDict, root: JsonDict) -> int:
    """Return how many shapes a field's objects may have."""
    return sum(whole(option, root, 0) is not None for option in options_of(schema, root))


def variants(info: JsonDict) -> list[JsonDict]:
    """Return the component as often as its objects have shapes, with every object in it set."""
    schema, made = info["config_schema"], []
    fields = {name: field for name, field in schema["properties"].items() if name != "graph"}
    for number in range(max([1, *(shapes(field, schema) for field in fields.values())])):
        extra = {name: filled(field, schema, number) for name, field in fields.items()}
        config = info["template"]["config"] | {k: v for k, v in extra.items() if v}
        made.append(info["template"] | {"config": config})
    return made


def hosted(component: JsonDict, kind: str, index: int) -> tuple[JsonDict, str]:
    """Return a participant that holds a component, and where in it that is."""
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


def fields_of(schema: JsonDict, value: Any, path: str, root: JsonDict) -> list[str]:
    """Return the places of all fields of a schema, and of those inside the objects that are set."""
    found: list[str] = []
    for name, field in schema.get("properties", {}).items():
        found.append(f"{path}/{name}")
        if name != "graph":
            found += inside(field, value.get(name), f"{path}/{name}", root)
    return found


def inside(schema: JsonDict, value: Any, path: str, root: JsonDict) -> list[str]:
    for option in options_of(schema, root):
        if is_component(option):
            continue
        fields = option.get("properties", {})
        if isinstance(value, list) and option.get("type") == "array":
            items = option.get("items", {})
            return [
                place
                for index, item in enumerate(value)
                for place in inside(items, item, f"{path}/{index}", root)
            ]
        if isinstance(value, dict) and fields and matches(fields, value):
            shown = {key: field for key, field in fields.items() if "const" not in field}
            return fields_of({"properties": shown}, value, path, root)
        each = option.get("additionalProperties")
        if isinstance(value, dict) and isinstance(each, dict) and not fields:
            return [
                place
                for key, item in value.items()
                for place in inside(each, item, f"{path}/{key}", root)
            ]
    return []


def matches(fields: JsonDict, value: JsonDict) -> bool:
    return all(
        value.get(key) == field["const"] for key, field in fields.items() if "const" in field
    )


def test_no_field_of_any_component_is_missing(page: Page, studio: StudioServer) -> None:
    catalogue = call(studio, "GET", "/api/components")["items"]
    known = [info for info in catalogue if info["config_schema"]]
    made = [(info, component) for info in known for component in variants(info)]
    hosts = [hosted(item, info["kind"], index) for index, (info, item) in enumerate(made)]
    Builder(page, studio).open(round_robin(*[host for host, _ in hosts]))
    page.get_by_role("tab", name="List").click()
    page.get_by_role("treeitem").first.wait_for()
    places = [f"/config/participants/{index}{place}" for index, (_, place) in enumerate(hosts)]

    shown: dict[str, list[str]] = page.evaluate(_WALK, places)

    assert len(known) > 40
    deep = 0
    for (info, component), (host, inner), place in zip(made, hosts, places, strict=True):
        schema = info["config_schema"]
        config = component["config"] if inner else host["config"]
        wanted = fields_of(schema, config, f"{place}/config", schema)
        missing = [path for path in wanted if path not in shown[place]]
        assert missing == [], info["provider"]
        deep += len(wanted) - len(schema["properties"])
    assert deep > 60


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
