"""Names by which parts of a team refer to each other: found, renamed and forgotten together."""

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text, as_texts
from studio.domain.kinds import class_of
from studio.domain.slots import walk
from studio.domain.team_edges import graph_nodes, graph_of, handoff_target, participants

_SOURCE_FIELDS: Final[dict[str, str]] = {
    "HandoffTermination": "target",
    "TextMessageTermination": "source",
}


def unique_name(name: str, taken: Collection[str]) -> str:
    """Return `name`, or with the first free number behind it."""
    if name not in taken:
        return name
    stem, _, number = name.rpartition("_")
    base = stem if stem and number.isdecimal() else name
    count = 2
    while f"{base}_{count}" in taken:
        count += 1
    return f"{base}_{count}"


def identifier_from(text: str) -> str:
    """Turn any words into a name an agent may have.

    Example:
        >>> identifier_from("Travel planner (2)")
        'travel_planner_2'
    """
    words = re.sub(r"\W+", "_", text.strip().lower()).strip("_")
    return words if words.isidentifier() else f"agent_{words}".rstrip("_")


def rename_in(team: JsonDict, old: str, new: str) -> None:
    """Let everything in a team that refers to one participant use its new name; in place."""
    for agent in participants(team):
        _rename_handoffs(as_dict(agent.get("config")), old, new)
        for wanted in _filters(agent):
            if wanted.get("source") == old:
                wanted["source"] = new
    _rename_in_graph(team, old, new)
    rename_in_conditions(team, old, new)


def rename_in_conditions(team: JsonDict, old: str, new: str) -> None:
    """Let the termination condition of a team follow a participant's new name; in place."""
    for condition in conditions_of(team):
        config = as_dict(condition.get("config"))
        field = _SOURCE_FIELDS.get(class_of(condition))
        if field and config.get(field) == old:
            config[field] = new
        if "sources" in config:
            config["sources"] = [
                new if item == old else item for item in as_list(config["sources"])
            ]


def forget_in(team: JsonDict, name: str) -> None:
    """Take out the hand-offs and graph edges that led to a participant who is gone; in place."""
    for agent in participants(team):
        config = as_dict(agent.get("config"))
        handoffs = as_list(config.get("handoffs"))
        kept = [item for item in handoffs if handoff_target(item) != name]
        if len(kept) != len(handoffs):
            config["handoffs"] = kept
    graph = graph_of(team)
    nodes = as_dict(graph.get("nodes"))
    nodes.pop(name, None)
    for node in graph_nodes(team).values():
        if "edges" in node:
            node["edges"] = [
                edge for edge in as_list(node["edges"]) if as_dict(edge).get("target") != name
            ]
    if graph.get("default_start_node") == name:
        del graph["default_start_node"]


def conditions_of(team: JsonDict) -> Iterator[JsonDict]:
    """Yield the termination condition of a team and all its parts."""
    condition = as_dict(as_dict(team.get("config")).get("termination_condition"))
    if condition:
        yield from (part for _, part in walk(condition))


def sources_in(condition: JsonDict) -> list[tuple[str, str]]:
    """Return the names a condition waits for, each with its pointer inside the condition."""
    config = as_dict(condition.get("config"))
    field = _SOURCE_FIELDS.get(class_of(condition))
    found = [(as_text(config.get(field)), f"/config/{field}")] if field else []
    found += [
        (name, f"/config/sources/{index}")
        for index, name in enumerate(as_texts(config.get("sources")))
    ]
    return [(name, path) for name, path in found if name]


def handoff_tool_name(target: str) -> str:
    """Return the name of the tool by which a model hands over, unless the hand-off names one."""
    return f"transfer_to_{target}".lower()


def _rename_handoffs(config: JsonDict, old: str, new: str) -> None:
    handoffs: list[Any] = as_list(config.get("handoffs"))
    for index, item in enumerate(handoffs):
        if item == old:
            handoffs[index] = new
        elif isinstance(item, dict) and handoff_target(item) == old:
            fields = as_dict(item)
            fields["target"] = new
            defaults = {
                "name": (handoff_tool_name(old), handoff_tool_name(new)),
                "description": (f"Handoff to {old}.", f"Handoff to {new}."),
                "message": (_message(old), _message(new)),
            }
            for field, (was, becomes) in defaults.items():
                if fields.get(field) == was:
                    fields[field] = becomes


def _message(target: str) -> str:
    return f"Transferred to {target}, adopting the role of {target} immediately."


def _filters(agent: JsonDict) -> list[JsonDict]:
    return as_dicts(as_dict(as_dict(agent.get("config")).get("filter")).get("per_source"))


def _rename_in_graph(team: JsonDict, old: str, new: str) -> None:
    graph = graph_of(team)
    if not graph:
        return
    nodes = as_dict(graph.get("nodes"))
    graph["nodes"] = {new if name == old else name: node for name, node in nodes.items()}
    for node in graph_nodes(team).values():
        if node.get("name") == old:
            node["name"] = new
        for edge in as_dicts(node.get("edges")):
            if edge.get("target") == old:
                edge["target"] = new
            if edge.get("activation_group") == old:
                edge["activation_group"] = new
    if graph.get("default_start_node") == old:
        graph["default_start_node"] = new
