"""Makes a live team from a component: keys are filled in, models get their taps."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from studio._kit.errors import UsageError
from studio.agentchat.base import Team
from studio.agentchat.messages import BaseChatMessage, MessageFactory
from studio.core import ComponentBase
from studio.domain.json_values import JsonDict
from studio.domain.kinds import is_component, kind_of
from studio.domain.secrets import fill_placeholders, find_placeholders

from .executor_tap import tapped_executor
from .model_tap import tapped
from .taped_tools import taped_tools

_LOADER = ThreadPoolExecutor(max_workers=4, thread_name_prefix="team loader")

ONE_AGENT = "autogen_agentchat.teams.RoundRobinGroupChat"

PartT = TypeVar("PartT")
ResultT = TypeVar("ResultT")

KeyLookup = Callable[[str], Awaitable[str | None]]


@dataclass(frozen=True)
class Filled:
    """A component with its keys, and the keys to be kept out of the log."""

    component: JsonDict
    environment: dict[str, str]
    keys: frozenset[str]


async def fill(
    component: JsonDict, environment: dict[str, str], lookup: KeyLookup, *, taped: bool = False
) -> Filled:
    """Put in every key that a component refers to; a recording (`taped`) needs none.

    Raises:
        MissingKeyError: A key is referred to that nobody has stored.
    """
    names = find_placeholders(component) | find_placeholders({"config": environment})
    found = {name: await lookup(name) for name in sorted(names)}
    missing = [name for name, value in found.items() if not value]
    if missing and not taped:
        raise MissingKeyError(
            f"no value is stored for {', '.join(missing)}",
            hint="Add it under Settings, Keys, or set it in the environment of the server.",
        )
    keys = {name: value for name, value in found.items() if value}
    extra = fill_placeholders({"config": environment}, keys.get)["config"]
    return Filled(fill_placeholders(component, keys.get), extra, frozenset(keys.values()))


class MissingKeyError(UsageError):
    """A component refers to a key that nobody has stored."""

    code = "run.missing_key"


def as_team(component: JsonDict) -> JsonDict:
    """Return the component itself if it is a team, else a team of this one agent."""
    if kind_of(component) != "agent":
        return component
    return {
        "provider": ONE_AGENT,
        "component_type": "team",
        "config": {"participants": [component], "max_turns": 1},
    }


async def load_team(component: JsonDict, *, taped: bool) -> Team:
    """Build the team away from the event loop: imports and certificates take their time.

    Every model client and code executor gets a tap before it. When a recording is played
    (`taped`), tools and workbenches answer from it as well.

    Raises:
        Exception: Whatever the component does not fit for.
    """
    whole = as_team(component)
    return await _apart(lambda: _load(whole, taped))


async def load_part(component: JsonDict, expected: type[PartT]) -> PartT:
    """Build one component by itself, away from the event loop; nothing is recorded of it.

    Raises:
        Exception: Whatever the component does not fit for.
    """
    loader = cast("type[ComponentBase[BaseModel]]", expected)
    return cast("PartT", await _apart(lambda: loader.load_component(component)))


async def _apart(work: Callable[[], ResultT]) -> ResultT:
    context = copy_context()
    return await asyncio.get_running_loop().run_in_executor(_LOADER, context.run, work)


def _load(component: JsonDict, taped: bool) -> Team:
    prepared = cast("JsonDict", _prepared(component, taped=taped))
    try:
        return Team.load_component(prepared)
    except Exception:
        # The document's own error names the places as its author knows them.
        Team.load_component(component)
        raise


def _prepared(value: Any, *, taped: bool, within: str = "") -> Any:
    """Put in what stands before parts; `within` is the kind of the component around."""
    if isinstance(value, list):
        return [_prepared(item, taped=taped, within=within) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("JsonDict", value)
    if is_component(fields):
        kind = kind_of(fields)
        if kind == "model":
            return tapped(fields)
        if kind == "code_executor" and within != "tool":
            # What runs right within a tool is on record as the call of the tool.
            return tapped_executor(fields)
        if taped and kind in {"tool", "workbench"}:
            return taped_tools(fields, kind)
        within = kind
    return {key: _prepared(item, taped=taped, within=within) for key, item in fields.items()}


def load_messages(dumps: list[JsonDict]) -> list[BaseChatMessage]:
    """Build messages from what `dump()` gave.

    Raises:
        UsageError: One of them is no message that can be said to a team.
    """
    factory = MessageFactory()
    messages: list[BaseChatMessage] = []
    for dump in dumps:
        try:
            message = factory.create(dump)
        except ValueError as error:
            raise _no_message(dump) from error
        if not isinstance(message, BaseChatMessage):
            raise _no_message(dump)
        messages.append(message)
    return messages


def _no_message(dump: JsonDict) -> UsageError:
    return UsageError(
        f"this is no message that a team can be told: type {dump.get('type')!r}",
        hint="Give text, or a message as `dump()` writes it, for example a TextMessage.",
    )
