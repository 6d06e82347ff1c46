"""Says where a surface of ours is not what a program written for AutoGen expects."""

from collections.abc import Iterator, Mapping
from typing import Any

JsonDict = dict[str, Any]


def differences(theirs: JsonDict, ours: JsonDict) -> Iterator[str]:
    """Yield one line for each thing that would break or surprise a program."""
    if theirs["kind"] == "alias":
        return
    if theirs["kind"] != ours["kind"]:
        yield f"is a {ours['kind']}, not a {theirs['kind']}"
        return
    if theirs["kind"] == "enum":
        if theirs["members"] != ours["members"]:
            yield f"members: {ours['members']}, not {theirs['members']}"
        return
    yield from _values(theirs, ours)
    yield from _names_missing("ancestor", theirs.get("ancestors", []), ours.get("ancestors", []))
    yield from _fields("field", theirs.get("fields", {}), ours.get("fields", {}))
    yield from _component(theirs.get("component"), ours.get("component"))
    for key in ("init", "call"):
        if key in theirs:
            yield from _calls(key, theirs[key], ours.get(key, {"parameters": []}))
    yield from _members(theirs.get("members", {}), ours.get("members", {}))


def _values(theirs: JsonDict, ours: JsonDict) -> Iterator[str]:
    for key in ("value", "keys"):
        if theirs.get(key) != ours.get(key):
            yield f"{key}: {ours.get(key)}, not {theirs.get(key)}"


def _names_missing(what: str, theirs: list[str], ours: list[str]) -> Iterator[str]:
    for name in theirs:
        if name not in ours:
            yield f"{what} {name} is missing"


def _fields(what: str, theirs: JsonDict, ours: JsonDict) -> Iterator[str]:
    for name, field in theirs.items():
        if name not in ours:
            yield f"{what} {name} is missing"
        elif ours[name]["required"] and not field["required"]:
            yield f"{what} {name} is required"
    for name, field in ours.items():
        if name not in theirs and field["required"]:
            yield f"{what} {name} is required, and AutoGen has none"


def _component(theirs: JsonDict | None, ours: JsonDict | None) -> Iterator[str]:
    if theirs is None:
        return
    if ours is None:
        yield "is not a component"
        return
    for key in ("type", "version"):
        if theirs[key] != ours[key]:
            yield f"component {key}: {ours[key]}, not {theirs[key]}"
    yield from _fields("config", theirs["config"], ours["config"])


def _members(theirs: Mapping[str, JsonDict], ours: Mapping[str, JsonDict]) -> Iterator[str]:
    for name, member in theirs.items():
        mine = ours.get(name)
        if mine is None:
            yield f"{member['kind']} {name} is missing"
        elif mine["kind"] != member["kind"]:
            yield f"{name} is a {mine['kind']}, not a {member['kind']}"
        elif "call" in member:
            yield from _calls(name, member["call"], mine["call"])


def _calls(name: str, theirs: JsonDict, ours: JsonDict) -> Iterator[str]:
    if theirs.get("is_coroutine", False) != ours.get("is_coroutine", False):
        yield f"{name}: one is a coroutine function, the other is not"
    mine = {p["name"]: p for p in ours["parameters"]}
    takes_any = any(p["kind"] == "VAR_KEYWORD" for p in ours["parameters"])
    for place, wanted in enumerate(theirs["parameters"]):
        if wanted["kind"] in {"VAR_KEYWORD", "VAR_POSITIONAL"}:
            continue
        found = mine.get(wanted["name"])
        if found is None:
            if not takes_any and wanted["name"] != "self":
                yield f"{name}: parameter {wanted['name']} is missing"
            continue
        yield from _parameter(name, wanted, found, place, ours["parameters"])
    asked = {p["name"] for p in theirs["parameters"]}
    for extra in ours["parameters"]:
        if (
            extra["name"] not in asked
            and "default" not in extra
            and not extra["kind"].startswith("VAR_")
        ):
            yield f"{name}: parameter {extra['name']} is required, and AutoGen has none"


def _parameter(
    name: str, theirs: JsonDict, ours: JsonDict, place: int, all_ours: list[JsonDict]
) -> Iterator[str]:
    if "default" in theirs and "default" not in ours:
        yield f"{name}: parameter {theirs['name']} has no default"
    elif theirs.get("default", "...") != "..." and theirs["default"] != ours["default"]:
        yield (
            f"{name}: parameter {theirs['name']} is by default {ours['default']!r},"
            f" not {theirs['default']!r}"
        )
    if theirs["kind"] == "POSITIONAL_OR_KEYWORD" and (
        ours["kind"] != "POSITIONAL_OR_KEYWORD" or all_ours[place]["name"] != theirs["name"]
    ):
        yield f"{name}: parameter {theirs['name']} cannot be given by the same place and name"
