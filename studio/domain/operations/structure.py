"""Adds, removes, moves and copies components."""

from typing import Any

from studio.domain import pointer
from studio.domain.exceptions import FitError, OperationError
from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_text, clone_dict
from studio.domain.kinds import class_of, is_component, kind_of, label_of, name_of, type_label
from studio.domain.new_component import new_component
from studio.domain.operations.draft import Draft
from studio.domain.operations.fitting import seat_for, wrapped_for
from studio.domain.references import (
    forget_in,
    identifier_from,
    rename_in,
    rename_in_conditions,
    unique_name,
)
from studio.domain.slots import SlotSpec, walk
from studio.domain.team_edges import graph_of, participants, team_path_of
from studio.domain.team_spec import NodePlace


def add(draft: Draft, op: JsonDict) -> None:
    """`add {component, target, slot?, index?, position?, id?}`; `id` names a placed node."""
    component = _component_of(op)
    target = draft.resolve(op.get("target"))
    if not draft.component and not target:
        draft.component.update(component)
        return
    path = put(draft, component, target, slot=op.get("slot"), index=op.get("index"))
    _pin(draft, path, as_dict(op.get("position")), wanted=as_text(op.get("id")))


def put(
    draft: Draft, component: JsonDict, target: str, *, slot: Any = None, index: Any = None
) -> str:
    """Place a component where it belongs on its target; return its path."""
    target, spec = seat_for(draft, component, target, as_text(slot))
    holder = draft.component_at(target)
    component = wrapped_for(component, spec)
    if spec.many:
        _name_apart(component, as_dicts(as_dict(holder.get("config")).get(spec.field)))
        at = index if isinstance(index, int) else None
        path = draft.insert(target, spec.field, at, component)
        if spec.slot == "participants":
            _join_graph(holder, name_of(component))
        return path
    config = draft.config_at(target)
    path = pointer.join(target, "config", spec.field)
    present = config.get(spec.field)
    if spec.slot == "termination" and is_component(present):
        return _add_condition(draft, component, target, spec)
    if present is not None:
        draft.delete(path)
    config[spec.field] = component
    return path


def remove(draft: Draft, op: JsonDict) -> None:
    """`remove {path}`."""
    path = draft.resolve(op.get("path"))
    if not path:
        raise FitError(
            "the team itself cannot be removed from its own canvas",
            hint="Delete the team from the list of teams instead.",
        )
    take(draft, path)


def take(draft: Draft, path: str) -> Any:
    """Take the value at a path out, with every reference to it, and return it."""
    seat = team_path_of(path)
    value = draft.delete(path)
    if seat is not None and is_component(value):
        team, name = draft.component_at(seat[0]), name_of(as_dict(value))
        if name not in {name_of(item) for item in participants(team)}:
            forget_in(team, name)
    _unwrap_condition(draft, path)
    return value


def replace(draft: Draft, op: JsonDict) -> None:
    """`replace {path, component}`."""
    component = _component_of(op)
    path = draft.resolve(op.get("path"))
    old = draft.component_at(path)
    if kind_of(old) != kind_of(component) and path:
        raise FitError(
            f"a {_word(component)} cannot stand where a {_word(old)} stands",
            path=path,
            hint="Remove the old one and add the new one where it belongs.",
        )
    before = name_of(old)
    old.clear()
    old.update(component)
    follow_name(draft, path, before)


def transfer(draft: Draft, op: JsonDict) -> None:
    """`transfer {path, target, slot?}`; two components of single slots change seats."""
    path = draft.resolve(op.get("path"))
    target = draft.resolve(op.get("target"))
    if not path or pointer.is_within(target, path):
        raise FitError("a component cannot be moved into itself", path=path)
    component = draft.component_at(path)
    seat, spec = seat_for(draft, component, target, as_text(op.get("slot")))
    goal = pointer.join(seat, "config", spec.field)
    present = pointer.find(draft.component, goal)
    if not spec.many and spec.slot != "termination" and is_component(present):
        holder, key = pointer.parent(path)
        draft.get(holder)[int(key) if key.isdecimal() else key] = present
        draft.config_at(seat)[spec.field] = component
        return
    value = clone_dict(component)
    marker = draft.component_at(target)
    take(draft, path)
    put(draft, value, _path_of(draft.component, marker), slot=op.get("slot"), index=op.get("index"))


def duplicate(draft: Draft, op: JsonDict) -> None:
    """`duplicate {path}`."""
    path = draft.resolve(op.get("path"))
    component = clone_dict(draft.component_at(path))
    holder, key = pointer.parent(path) if path else ("", "")
    if not key.isdecimal():
        raise FitError(
            f"{label_of(component)!r} stands where only one can be",
            path=path,
            hint="Add it to another agent or team instead.",
        )
    target, field = holder.rpartition("/config/")[::2]
    place = draft.place_at(path)
    new = put(draft, component, target, slot=field, index=int(key) + 1)
    if place is not None:
        _pin(draft, new, {"x": place.x + 32, "y": place.y + 48})


def reorder(draft: Draft, op: JsonDict) -> None:
    """`reorder {path, index}`."""
    index = op.get("index")
    if not isinstance(index, int):
        raise OperationError("'reorder' needs an index", hint="Send the new place, counted from 0.")
    draft.reorder(draft.resolve(op.get("path")), index)


def follow_name(draft: Draft, path: str, before: str) -> None:
    """Let references follow after the component at a path has got another name."""
    after = name_of(draft.component_at(path))
    if before and after and before != after:
        rename_everywhere(draft, path, before, after)


def rename_everywhere(draft: Draft, path: str, before: str, after: str) -> None:
    """Rename what refers to a participant in its team, and in conditions of the teams around."""
    seat = team_path_of(path)
    if seat is None:
        return
    team = draft.component_at(seat[0])
    if before in {name_of(item) for item in participants(team)}:
        return
    rename_in(team, before, after)
    outer = team_path_of(seat[0])
    while outer is not None:
        team = draft.component_at(outer[0])
        if before not in {name_of(item) for item in participants(team)}:
            rename_in_conditions(team, before, after)
        outer = team_path_of(outer[0])


def _component_of(op: JsonDict) -> JsonDict:
    component = op.get("component")
    if not is_component(component):
        raise OperationError(
            f"{op.get('op')!r} needs a component",
            hint="A component is an object with 'provider' and 'config'.",
        )
    return clone_dict(as_dict(component))


def _word(component: JsonDict) -> str:
    return kind_of(component).replace("_", " ")


def _pin(draft: Draft, path: str, position: JsonDict, *, wanted: str = "") -> None:
    x, y = position.get("x"), position.get("y")
    if (
        team_path_of(path) is None
        or not isinstance(x, int | float)
        or not isinstance(y, int | float)
    ):
        return
    ids = {place.id for place in draft.places}
    number = len(ids) + 1
    while f"n{number}" in ids:
        number += 1
    name = wanted if wanted.isidentifier() and wanted not in ids else f"n{number}"
    draft.places.append(NodePlace(id=name, path=path, x=x, y=y, pinned=True))


def _name_apart(component: JsonDict, others: list[JsonDict]) -> None:
    if kind_of(component) not in {"agent", "team", "tool"}:
        return
    taken = {name_of(item) for item in others}
    config = component.setdefault("config", {})
    name = name_of(component)
    if not name and kind_of(component) == "agent":
        name = identifier_from(label_of(component) or type_label(component))
    if name and (name in taken or not as_text(config.get("name"))):
        fresh = unique_name(name, taken)
        if fresh != name_of(component):
            config["name"] = fresh


def _join_graph(team: JsonDict, name: str) -> None:
    if class_of(team) != "GraphFlow" or not name:
        return
    graph = graph_of(team) or as_dict(team["config"].setdefault("graph", {}))
    nodes = graph.setdefault("nodes", {})
    nodes.setdefault(name, {"name": name, "edges": [], "activation": "all"})


def _add_condition(draft: Draft, component: JsonDict, target: str, spec: SlotSpec) -> str:
    config = draft.config_at(target)
    present = as_dict(config[spec.field])
    path = pointer.join(target, "config", spec.field)
    if class_of(present) == "OrTerminationCondition":
        return draft.insert(path, "conditions", None, component)
    config[spec.field] = new_component(
        "autogen_agentchat.base.OrTerminationCondition",
        "termination",
        {"conditions": [present, component]},
    )
    return pointer.join(path, "config", "conditions", 1)


def _unwrap_condition(draft: Draft, path: str) -> None:
    """An and/or that has lost its second part is replaced by the one that is left."""
    owner, sep, _ = path.rpartition("/config/conditions/")
    if not sep:
        return
    group = draft.component_at(owner)
    left = as_dicts(as_dict(group.get("config")).get("conditions"))
    if len(left) == 1:
        group.clear()
        group.update(clone_dict(left[0]))
    elif not left and owner:
        draft.delete(owner)
        _unwrap_condition(draft, owner)


def _path_of(root: JsonDict, component: JsonDict) -> str:
    return next(path for path, found in walk(root) if found is component)
