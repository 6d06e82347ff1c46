"""What the engine says about a component it cannot load, in the words of the checks."""

from collections.abc import Iterator
from typing import Final

from studio.core.inspection import ComponentProblem
from studio.domain import pointer
from studio.domain.json_values import JsonDict, as_dict
from studio.domain.kinds import Kind, class_of, is_known, kind_of, label_of, type_label
from studio.domain.problem import Problem
from studio.domain.slots import walk

from .component_catalogue import ENTRIES
from .component_extras import missing_package

_ABSENT: Final = frozenset({"component.unknown_class", "component.unknown_module"})
_MISSING: Final = "Field required"
_EXTRA: Final = "Extra inputs are not permitted"
_SHOULD: Final = "Input should be "
_INSTEAD: Final[dict[Kind, str]] = {
    "agent": "an assistant with tools or an MCP server",
    "model": "the OpenAI client with the address of that service, or another model",
    "tool": "a Python function, an HTTP request or an MCP server",
    "memory": "a list of facts, or a tool that looks things up",
    "code_executor": "the Docker executor",
}
_TEMPLATES: Final = {entry.provider.rpartition(".")[2]: entry.config for entry in ENTRIES}


def missing_packages(document: JsonDict) -> Iterator[Problem]:
    """Yield the components that cannot run here for want of an optional package."""
    for path, component in walk(document):
        absent = missing_package(class_of(component))
        if absent is not None:
            package, command = absent
            yield Problem(
                code="component.missing_package",
                severity="error",
                path=f"{path}/provider",
                message=f"{label_of(component)} needs the package {package}, which is not here",
                hint=f"Run `{command}` where Studio runs, and start it again.",
            )


def told(item: ComponentProblem, document: JsonDict) -> Problem:
    """Return what keeps a component from being loaded: which part, what is wrong, what to do."""
    holder = as_dict(pointer.find(document, pointer.join("", *item.component)))
    message, hint, fix = item.message, item.hint, None
    if item.code in _ABSENT and is_known(item.provider):
        message = f"{type_label(holder)} is a component of AutoGen that Studio cannot run yet"
        hint = "It stays in the team unchanged and works in AutoGen."
        instead = _INSTEAD.get(kind_of(holder))
        hint += f" To run the team here, use {instead}." if instead else ""
    elif item.code == "component.schema" and item.loc:
        message, fix = _of_field(item, holder)
        hint = hint or "Its form shows what it takes."
    return Problem(
        code=item.code, severity="error", path=item.pointer, message=message, hint=hint, fix=fix
    )


def _of_field(item: ComponentProblem, holder: JsonDict) -> tuple[str, list[JsonDict] | None]:
    field, label = str(item.loc[-1]), label_of(holder) or "the component"
    if item.message == _MISSING:
        return f"{label} needs {field!r}", _usual(item, holder, field)
    if item.message == _EXTRA:
        return f"{label} knows no {field!r}", [{"op": "remove", "path": item.pointer}]
    if item.message.startswith(_SHOULD):
        return f"{field!r} of {label} should be {item.message.removeprefix(_SHOULD)}", None
    return f"{field!r} of {label}: {item.message.removeprefix('Value error, ')}", None


def _usual(item: ComponentProblem, holder: JsonDict, field: str) -> list[JsonDict] | None:
    """Return the fix that writes what a new component of this class starts with."""
    start = _TEMPLATES.get(class_of(holder), {})
    if item.loc != (*item.component, "config", field) or start.get(field) is None:
        return None
    return [{"op": "set", "path": item.pointer, "value": start[field]}]
