"""Finds the component that a person means by a file, a gallery id or the id of a saved team."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

from studio._kit.errors import UsageError
from studio._kit.jsonio import load_document
from studio.domain.json_values import JsonDict, as_dict
from studio.domain.kinds import is_component, label_of

from .container import Services
from .exceptions import NotFoundError

_ENDINGS = {".json", ".yaml", ".yml"}


@dataclass(frozen=True)
class Reference:
    """What was found."""

    name: str
    component: JsonDict
    team_id: str | None = None


async def find_component(services: Services, text: str) -> Reference:
    """Return the component that `text` stands for.

    Args:
        services: Where saved teams and galleries are.
        text: A JSON or YAML file, the id or name of a gallery's component, or a saved team's id.

    Raises:
        UsageError: There is no such thing, or the file holds no component.
        DocumentError: The file is neither JSON nor YAML.
    """
    if Path(text).suffix.lower() in _ENDINGS or await asyncio.to_thread(Path(text).is_file):
        return await read_component_file(Path(text))
    try:
        team = await services.teams.get(text)
    except NotFoundError:
        pass
    else:
        return Reference(team.name, team.document.component, team.team_id)
    for item in await services.gallery.items():
        if text in {item.item_id, slug_of(item.label)}:
            return Reference(item.label, item.component)
    raise UsageError(
        f"there is no team called {text!r}",
        hint="Give a JSON or YAML file, a team's id, or a name from `studio gallery list`.",
    )


async def read_component_file(path: Path) -> Reference:
    """Return the component in a JSON or YAML file; a team document of ours counts as its team.

    Raises:
        UsageError: There is no such file, or it holds no component.
        DocumentError: The file is neither JSON nor YAML.
    """
    try:
        content = await asyncio.to_thread(path.read_bytes)
    except OSError as error:
        raise UsageError(
            f"cannot read {str(path)!r}: {error.strerror}", hint="Check the path."
        ) from error
    value = as_dict(load_document(content))
    component = value if is_component(value) else as_dict(value.get("component"))
    if not is_component(component):
        raise UsageError(
            f"{path.name} holds no component",
            hint="A component has `provider` and `config`; `studio import` takes galleries.",
        )
    return Reference(label_of(component) or path.stem, component)


def slug_of(label: str) -> str:
    """Return a label as it can be typed: `Travel planner` becomes `travel-planner`."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
