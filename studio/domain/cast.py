"""Who takes part in a team: what the transition graph shows before anybody has spoken."""

from collections.abc import Iterator

from typing_extensions import TypedDict

from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_text
from studio.domain.kinds import class_of, kind_of, label_of
from studio.domain.slots import items_in, slots_of
from studio.domain.summaries import summary_of


class Member(TypedDict):
    """An agent or a team within the team."""

    name: str
    path: list[str]
    """Names of the teams around, outermost first."""
    kind: str
    description: str
    model: str
    tools: list[str]


def cast_of(component: JsonDict) -> list[Member]:
    """Return everybody who takes part, in the order of the document, teams before their members."""
    if kind_of(component) == "agent":
        return list(_member(component, []))
    return [member for item in _inside(component, "participants") for member in _member(item, [])]


def _inside(component: JsonDict, slot: str) -> list[JsonDict]:
    return [
        item
        for spec in slots_of(component)
        if spec.slot == slot
        for _, item in items_in(component, "", spec)
    ]


def _member(component: JsonDict, path: list[str]) -> Iterator[Member]:
    config = as_dict(component.get("config"))
    name = as_text(config.get("name")) or label_of(component)
    teams = [component] if kind_of(component) == "team" else _inside(component, "team")
    yield {
        "name": name,
        "path": path,
        "kind": "team" if teams else "user" if class_of(component) == "UserProxyAgent" else "agent",
        "description": as_text(config.get("description")) or as_text(component.get("description")),
        "model": next((_model(model) for model in _inside(component, "model")), ""),
        "tools": _tools(component),
    }
    for team in teams:
        for item in _inside(team, "participants"):
            yield from _member(item, [*path, name])


def _model(component: JsonDict) -> str:
    name = as_text(as_dict(component.get("config")).get("model"))
    return name or summary_of(component)


def _tools(component: JsonDict) -> list[str]:
    held = _inside(component, "tools")
    for workbench in _inside(component, "workbenches"):
        held += as_dicts(as_dict(workbench.get("config")).get("tools"))
    names = (as_text(as_dict(tool.get("config")).get("name")) for tool in held)
    return list(dict.fromkeys(name for name in names if name))
