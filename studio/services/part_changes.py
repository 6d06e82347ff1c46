"""Which components of a team were added, removed or changed; places on the canvas do not count."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from studio._kit.jsonio import dump_json
from studio.domain import pointer
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.kinds import class_of, is_component, kind_of, label_of, type_label

Change = Literal["added", "removed", "changed"]

_LONGEST = 160


class FieldChange(BaseModel):
    """One setting that is different."""

    model_config = ConfigDict(frozen=True)

    name: str
    before: str | None
    """As text, shortened; `None` when it was not there."""
    after: str | None


class PartChange(BaseModel):
    """One component that is different."""

    model_config = ConfigDict(frozen=True)

    change: Change
    kind: str
    label: str
    type: str
    inside: list[str]
    """Names of the components around it, outermost first."""
    before_path: str | None
    after_path: str | None
    fields: list[FieldChange] = []


@dataclass
class _Part:
    """A component with what tells it from its neighbours."""

    key: tuple[str, ...]
    path: str
    component: JsonDict
    inside: list[str]
    place: str
    """Field and place in it: parts that were renamed are known by it."""
    settings: JsonDict = field(default_factory=dict[str, Any])
    """What is set on it itself."""
    members: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Who is in its lists of components, by field."""


@dataclass(frozen=True)
class TeamPair:
    """A team, the whole or one inside it, as it stands on either side."""

    label: str
    inside: list[str]
    before_path: str | None
    after_path: str | None


def paired_teams(before: JsonDict, after: JsonDict) -> list[TeamPair]:
    """Return all teams of both sides, outermost first; the first is the whole."""
    old, new = _joined(before, after)
    pairs: list[TeamPair] = []
    for key in [*new, *(key for key in old if key not in new)]:
        earlier, now = old.get(key), new.get(key)
        part = now or earlier
        if part is None or (part.path and kind_of(part.component) != "team"):
            continue
        paths = None if earlier is None else earlier.path, None if now is None else now.path
        pairs.append(TeamPair(label_of(part.component), part.inside, *paths))
    return pairs


def changed_parts(before: JsonDict, after: JsonDict) -> list[PartChange]:
    """Return what is different, in the order of the newer component, removed parts last.

    Agents, tools and teams are known by their names, others by their class and order, so moving
    one to another place in a list is no change of those beside it.
    """
    old, new = _joined(before, after)
    changes: list[PartChange] = []
    for key, part in new.items():
        earlier = old.get(key)
        if earlier is None:
            if key[:-1] in old or not key[:-1]:
                changes.append(_told("added", None, part))
        elif fields := _fields(earlier, part):
            changes.append(_told("changed", earlier, part, fields))
    removed = [
        _told("removed", part, None)
        for key, part in old.items()
        if key not in new and (key[:-1] in new or not key[:-1])
    ]
    return [*changes, *removed]


def _joined(
    before: JsonDict, after: JsonDict
) -> tuple[dict[tuple[str, ...], _Part], dict[tuple[str, ...], _Part]]:
    """Return the parts of both sides; what is the same part has the same key."""
    old = {part.key: part for part in _parts(before)}
    new = {part.key: part for part in _parts(after)}
    _join_renamed(old, new)
    return old, new


def _parts(component: JsonDict) -> list[_Part]:
    found: list[_Part] = []
    _collect(component, _Part(("",), "", component, [], ""), found)
    return found


def _collect(component: JsonDict, part: _Part, found: list[_Part]) -> None:
    config = as_dict(component.get("config"))
    part.settings = _about(component)
    found.append(part)
    inside = [*part.inside, label_of(component)]
    for name, value in config.items():
        held = list(_held(value, name))
        if held and as_list(value):
            part.members[name] = [_identity(item) for _, item in held]
        elif not is_component(value):
            part.settings[name] = _without(value) if held else value
        seen: dict[str, int] = {}
        for steps, item in held:
            own = "" if is_component(value) else _identity(item)
            count = seen[own] = seen.get(own, 0) + 1
            own = own if count == 1 else f"{own}#{count}"
            path = pointer.join(part.path, "config", *steps)
            key = (*part.key, f"{name}:{own}")
            _collect(item, _Part(key, path, item, inside, "/".join(map(str, steps))), found)


def _about(component: JsonDict) -> JsonDict:
    """Return what stands beside the config, in words; a label that is the class's name is none."""
    label = as_text(component.get("label"))
    return {
        "type": type_label(component),
        "label": None if label == class_of(component) else label or None,
        "description": component.get("description"),
    }


def _held(value: Any, *steps: str | int) -> Iterator[tuple[tuple[str | int, ...], JsonDict]]:
    """Yield the components directly inside a value, each with the way to it."""
    if is_component(value):
        yield steps, as_dict(value)
    elif isinstance(value, dict):
        for name, item in as_dict(value).items():
            yield from _held(item, *steps, name)
    elif isinstance(value, list):
        for index, item in enumerate(as_list(value)):
            yield from _held(item, *steps, index)


def _without(value: Any) -> Any:
    """Return a value with the components inside it reduced to who they are."""
    if is_component(value):
        return _identity(as_dict(value))
    if isinstance(value, dict):
        return {name: _without(item) for name, item in as_dict(value).items()}
    if isinstance(value, list):
        return [_without(item) for item in as_list(value)]
    return value


def _identity(component: JsonDict) -> str:
    name = as_text(as_dict(component.get("config")).get("name"))
    if name and kind_of(component) in {"agent", "tool", "team"}:
        return name
    return class_of(component)


def _join_renamed(old: dict[tuple[str, ...], _Part], new: dict[tuple[str, ...], _Part]) -> None:
    """Give parts of the same class at the same place the same key: they were renamed."""
    places = {
        (part.key[:-1], part.place, class_of(part.component)): key
        for key, part in old.items()
        if key not in new
    }
    for key, part in list(new.items()):
        if key in old or key not in new:
            continue
        earlier = places.pop((key[:-1], part.place, class_of(part.component)), None)
        if earlier is None:
            continue
        for known in [known for known in old if known[: len(earlier)] == earlier]:
            held = old.pop(known)
            held.key = (*key, *known[len(earlier) :])
            old[held.key] = held


def _fields(old: _Part, new: _Part) -> list[FieldChange]:
    before, after = old.settings, new.settings
    changes = [
        FieldChange(name=name, before=_text(before.get(name)), after=_text(after.get(name)))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]
    for name, members in new.members.items():
        earlier = [item for item in old.members.get(name, []) if item in members]
        now = [item for item in members if item in earlier]
        if earlier != now:
            order = ", ".join(earlier), ", ".join(now)
            changes.append(FieldChange(name=f"order of {name}", before=order[0], after=order[1]))
    return changes


def _text(value: Any) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else dump_json(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _told(
    change: Change, old: _Part | None, new: _Part | None, fields: list[FieldChange] | None = None
) -> PartChange:
    part = new or old
    if part is None:
        raise AssertionError("a change is of something")
    return PartChange(
        change=change,
        kind=kind_of(part.component),
        label=label_of(part.component),
        type=type_label(part.component),
        inside=part.inside,
        before_path=None if old is None else old.path,
        after_path=None if new is None else new.path,
        fields=fields or [],
    )
