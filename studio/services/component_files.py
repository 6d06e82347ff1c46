"""Reads the component that a file holds."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from studio._kit.errors import UsageError
from studio._kit.jsonio import load_document
from studio.domain.json_values import JsonDict, as_dict
from studio.domain.kinds import is_component, label_of


@dataclass(frozen=True)
class Reference:
    """A component that a person has named."""

    name: str
    component: JsonDict
    team_id: str | None = None
    version: int | None = None
    """Of a saved team: the version that was asked for; `PUBLISHED` follows what is published."""


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
            f"{path.name!r} holds no component",
            hint="A component has `provider` and `config`; `studio import` takes galleries.",
        )
    return Reference(label_of(component) or path.stem, component)
