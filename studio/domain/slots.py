"""Where a component may hold other components."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from studio.domain import pointer
from studio.domain.json_values import JsonDict, as_dict, as_list
from studio.domain.kinds import Kind, class_of, is_component, kind_of


@dataclass(frozen=True)
class SlotSpec:
    """One place in a component's config for components of certain kinds."""

    slot: str
    field: str
    kinds: tuple[Kind, ...]
    label: str
    many: bool = False
    required: bool = False


_MEMBERS = SlotSpec("participants", "participants", ("agent", "team"), "Participants", many=True)
_AGENTS = SlotSpec("participants", "participants", ("agent",), "Participants", many=True)
_TERMINATION = SlotSpec("termination", "termination_condition", ("termination",), "Stops when")
_MODEL = SlotSpec("model", "model_client", ("model",), "Model", required=True)
_MODEL_OPTIONAL = SlotSpec("model", "model_client", ("model",), "Model")
_CONTEXT = SlotSpec("model_context", "model_context", ("model_context",), "Context")
_TOOLS = SlotSpec("tools", "tools", ("tool",), "Tools", many=True)
_WORKBENCHES = SlotSpec("workbenches", "workbench", ("workbench",), "Workbenches", many=True)
_MEMORY = SlotSpec("memory", "memory", ("memory",), "Memory", many=True)
_FORMAT = SlotSpec("structured_output", "structured_message_factory", ("other",), "Answer format")
_CONDITIONS = SlotSpec("conditions", "conditions", ("termination",), "Conditions", many=True)
_EXECUTOR = SlotSpec(
    "code_executor", "code_executor", ("code_executor",), "Code executor", required=True
)
_TEAM = SlotSpec("team", "team", ("team",), "Team", required=True)

_ASSISTANT = (_MODEL, _TOOLS, _WORKBENCHES, _MEMORY, _CONTEXT, _FORMAT)

_OF_CLASS: Final[dict[str, tuple[SlotSpec, ...]]] = {
    "RoundRobinGroupChat": (_MEMBERS, _TERMINATION),
    "SelectorGroupChat": (_MODEL, _MEMBERS, _TERMINATION, _CONTEXT),
    "Swarm": (_AGENTS, _TERMINATION),
    "GraphFlow": (_AGENTS, _TERMINATION),
    "MagenticOneGroupChat": (_MODEL, _AGENTS, _TERMINATION),
    "MagenticOne": (_MODEL, _AGENTS, _TERMINATION),
    "AssistantAgent": _ASSISTANT,
    "MagenticOneCoderAgent": _ASSISTANT,
    "CodeExecutorAgent": (_EXECUTOR, _MODEL_OPTIONAL, _CONTEXT),
    "SocietyOfMindAgent": (_TEAM, _MODEL, _CONTEXT),
    "MessageFilterAgent": (SlotSpec("agent", "wrapped_agent", ("agent",), "Agent", required=True),),
    "MultimodalWebSurfer": (_MODEL,),
    "FileSurfer": (_MODEL,),
    "UserProxyAgent": (),
    "StaticWorkbench": (_TOOLS,),
    "StaticStreamWorkbench": (_TOOLS,),
    "AgentTool": (SlotSpec("agent", "agent", ("agent",), "Agent", required=True),),
    "TeamTool": (_TEAM,),
    "PythonCodeExecutionTool": (
        SlotSpec("code_executor", "executor", ("code_executor",), "Code executor", required=True),
    ),
    "OrTerminationCondition": (_CONDITIONS,),
    "AndTerminationCondition": (_CONDITIONS,),
    "TokenLimitedChatCompletionContext": (_MODEL,),
    "ChatCompletionCache": (
        SlotSpec("model", "client", ("model",), "Model", required=True),
        SlotSpec("store", "store", ("other",), "Store"),
    ),
}

_OF_KIND: Final[dict[Kind, tuple[SlotSpec, ...]]] = {"team": (_MEMBERS, _TERMINATION)}


def slots_of(component: JsonDict) -> tuple[SlotSpec, ...]:
    """Return the slots of a component: those of its class, then whatever else holds components."""
    known = _OF_CLASS.get(class_of(component))
    if known is None:
        known = _OF_KIND.get(kind_of(component), ())
    fields = {spec.field for spec in known}
    found = tuple(
        spec
        for field, value in as_dict(component.get("config")).items()
        if field not in fields and (spec := _discovered(field, value)) is not None
    )
    return known + found


def slot_named(component: JsonDict, slot: str) -> SlotSpec | None:
    """Find a slot by its own name or by the name of its config field."""
    return next((spec for spec in slots_of(component) if slot in {spec.slot, spec.field}), None)


def slot_for(component: JsonDict, kind: Kind) -> SlotSpec | None:
    """Find the slot of a component that takes components of this kind."""
    return next((spec for spec in slots_of(component) if kind in spec.kinds), None)


def items_in(component: JsonDict, path: str, spec: SlotSpec) -> Iterator[tuple[str, JsonDict]]:
    """Yield what a slot holds, each with its path; a lone object where a list may stand counts."""
    value = as_dict(component.get("config")).get(spec.field)
    place = pointer.join(path, "config", spec.field)
    if is_component(value):
        yield place, as_dict(value)
        return
    for index, item in enumerate(as_list(value)):
        if is_component(item):
            yield pointer.join(place, index), as_dict(item)


def walk(component: JsonDict, path: str = "") -> Iterator[tuple[str, JsonDict]]:
    """Yield a component and every component inside it, outer ones first, each with its path."""
    yield path, component
    config = component.get("config")
    if isinstance(config, dict):
        for field, value in as_dict(config).items():
            yield from _walk_value(value, f"{path}/config/{pointer.escape(field)}")


def _walk_value(value: Any, path: str) -> Iterator[tuple[str, JsonDict]]:
    if isinstance(value, dict):
        fields = as_dict(value)
        if is_component(fields):
            yield from walk(fields, path)
            return
        for field, item in fields.items():
            if isinstance(item, dict | list):
                yield from _walk_value(item, f"{path}/{pointer.escape(field)}")
    elif isinstance(value, list):
        for index, item in enumerate(as_list(value)):
            if isinstance(item, dict | list):
                yield from _walk_value(item, f"{path}/{index}")


def _discovered(field: str, value: Any) -> SlotSpec | None:
    items = as_list(value)
    first = items[0] if items else value
    if not is_component(first):
        return None
    kind = kind_of(as_dict(first))
    label = field.replace("_", " ").capitalize()
    return SlotSpec(field, field, (kind,), label, many=bool(items))
