"""Decides which slot of which component takes what is dropped on it."""

from typing import Final

from studio.domain import pointer
from studio.domain.exceptions import FitError
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.kinds import class_of, kind_of, label_of, name_of, type_label
from studio.domain.new_component import new_component
from studio.domain.operations.draft import Draft
from studio.domain.references import identifier_from
from studio.domain.slots import SlotSpec, items_in, slot_for, slot_named, slots_of, walk

_TOOL_SETS: Final = frozenset({"StaticWorkbench", "StaticStreamWorkbench"})

Seat = tuple[str, SlotSpec]


def seat_for(draft: Draft, component: JsonDict, target: str, slot: str = "") -> Seat:
    """Return the path of the component that takes another one, and its slot.

    A tool dropped on an agent goes into the agent's tools or its first tool set, whichever the
    document uses.

    Raises:
        FitError: The target takes no such component; the hint says who does.
    """
    holder = draft.component_at(target)
    kind = kind_of(component)
    spec = slot_named(holder, slot) if slot else slot_for(holder, kind)
    if spec is None or (kind not in spec.kinds and not _wraps(kind, spec)):
        raise FitError(
            f"a {kind.replace('_', ' ')} does not fit on {label_of(holder)!r}",
            path=target,
            hint=_advice(holder, kind),
        )
    if kind_of(holder) == "agent" and not slot and kind == "tool":
        return _tool_seat(draft, target, spec)
    if kind_of(holder) == "agent" and spec.slot == "workbenches":
        _tools_into_set(draft, target)
    return target, spec


def wrapped_for(component: JsonDict, spec: SlotSpec) -> JsonDict:
    """Return the component, or an agent or team made into a tool where tools are wanted."""
    kind = kind_of(component)
    if kind in spec.kinds or kind not in {"agent", "team"}:
        return component
    name = "AgentTool" if kind == "agent" else "TeamTool"
    config: JsonDict = {kind: component}
    if kind == "team":
        about = as_text(as_dict(component.get("config")).get("description"))
        config = {
            "name": identifier_from(label_of(component) or name_of(component)),
            "description": about or as_text(component.get("description")) or label_of(component),
            **config,
        }
    return new_component(
        f"autogen_agentchat.tools.{name}", "tool", {**config, "return_value_as_last_message": False}
    )


def _wraps(kind: str, spec: SlotSpec) -> bool:
    return kind in {"agent", "team"} and "tool" in spec.kinds


def _tool_seat(draft: Draft, target: str, tools: SlotSpec) -> Seat:
    holder = draft.component_at(target)
    benches = slot_named(holder, "workbenches")
    config = as_dict(holder.get("config"))
    if benches is None or as_list(config.get("tools")):
        return target, tools
    for path, bench in items_in(holder, target, benches):
        spec = slot_for(bench, "tool")
        if spec is not None and class_of(bench) in _TOOL_SETS:
            return path, spec
    if not config.get("workbench") and _uses_plain_tools(draft.component):
        return target, tools
    return _new_set(draft, target, [])


def _uses_plain_tools(component: JsonDict) -> bool:
    return any(
        kind_of(found) == "agent" and bool(as_list(as_dict(found.get("config")).get("tools")))
        for _, found in walk(component)
    )


def _new_set(draft: Draft, target: str, tools: list[JsonDict]) -> Seat:
    bench: JsonDict = new_component(
        "autogen_core.tools.StaticWorkbench", "workbench", {"tools": tools}
    )
    return draft.insert(target, "workbench", None, bench), slots_of(bench)[0]


def _tools_into_set(draft: Draft, target: str) -> None:
    """An agent has plain tools or workbenches, never both: make its tools a workbench."""
    config = draft.config_at(target)
    tools = as_list(config.get("tools"))
    if not tools:
        return
    old = pointer.join(target, "config", "tools")
    path, _ = _new_set(draft, target, tools)
    del config["tools"]
    draft.moved(old, pointer.join(path, "config", "tools"))


def _advice(holder: JsonDict, kind: str) -> str:
    accepted = [spec.label.lower() for spec in slots_of(holder)]
    takes = (
        f"{type_label(holder)} takes {', '.join(accepted)}."
        if accepted
        else (f"{type_label(holder)} takes nothing.")
    )
    where = {
        "model": "Put a model on an agent, or on a selector team.",
        "tool": "Put a tool on an assistant agent or into a tool set.",
        "workbench": "Put a workbench on an assistant agent.",
        "memory": "Put memory on an assistant agent.",
        "termination": "Put a condition on a team.",
        "agent": "Put an agent on a team.",
        "team": "Put a team on a round robin or selector team.",
        "code_executor": "Put a code executor on a code executor agent.",
    }.get(kind, "")
    return f"{takes} {where}".strip()
