"""Finds the component that a person means by a file, a gallery id or the id of a saved team."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

from studio._kit.errors import UsageError
from studio.domain.bypass import runnable
from studio.domain.kinds import kind_of

from .component_files import Reference, read_component_file
from .documents import PUBLISHED
from .exceptions import NotFoundError

if TYPE_CHECKING:
    from .container import Services

_ENDINGS = {".json", ".yaml", ".yml"}
_RUNNABLE = {"team", "agent"}


async def find_team(services: "Services", text: str) -> Reference:
    """Return the team, or the agent that will run alone, that `text` stands for.

    Raises:
        UsageError: There is no such thing, or it cannot be run.
        DocumentError: The file is neither JSON nor YAML.
    """
    found = await find_component(services, text)
    kind = kind_of(found.component)
    if kind not in _RUNNABLE:
        raise UsageError(
            f"{text!r} is a {kind.replace('_', ' ')}, not a team",
            hint="Give a team or an agent; `studio gallery list --kind team` shows some.",
        )
    return found


async def find_component(services: "Services", text: str) -> Reference:
    """Return the component that `text` stands for.

    Args:
        services: Where saved teams and galleries are.
        text: A JSON or YAML file, the id or name of a gallery's component, or a saved team's id;
            `ID@3` is its third version, `ID@published` the one that is published.

    Raises:
        UsageError: There is no such thing, or the file holds no component.
        NothingPublishedError: The published version is meant, and there is none.
        DocumentError: The file is neither JSON nor YAML.
    """
    if Path(text).suffix.lower() in _ENDINGS or await asyncio.to_thread(Path(text).is_file):
        return await read_component_file(Path(text))
    team_id, version = _choice_in(text)
    try:
        team = await services.teams.get(team_id)
    except NotFoundError:
        return await _from_gallery(services, text)
    chosen = await services.teams.chosen(team_id, version)
    return Reference(team.name, runnable(chosen.document), team_id, version)


def _choice_in(text: str) -> tuple[str, int | None]:
    team_id, _, choice = text.rpartition("@")
    if team_id and choice == "published":
        return team_id, PUBLISHED
    if team_id and choice.isdecimal():
        return team_id, int(choice)
    return text, None


async def _from_gallery(services: "Services", text: str) -> Reference:
    items = await services.gallery.items()
    exact = [item for item in items if text in {item.item_id, item.item_id.partition("/")[2]}]
    alike = [
        item
        for item in items
        if slug_of(text) in {slug_of(item.label), slug_of(item.item_id.rpartition("/")[2])}
    ]
    for item in [*exact, *sorted(alike, key=lambda item: item.kind != "team")]:
        return Reference(item.label, item.component)
    raise UsageError(
        f"there is nothing called {text!r}",
        hint="Give a JSON or YAML file, a team's id, or a name from `studio gallery list`.",
    )


def slug_of(label: str) -> str:
    """Return a label as it can be typed: `Travel planner` becomes `travel-planner`."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
