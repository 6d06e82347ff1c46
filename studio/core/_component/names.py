"""Names of providers: AutoGen's spelling, ours, and short aliases."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import cast

ENTRY_POINT_GROUP = "studio.components"
"""Group of entry points by which installed packages give their components short names."""

_PEERS = {
    "autogen_core": "studio.core",
    "autogen_agentchat": "studio.agentchat",
    "autogen_ext": "studio.ext",
}
_ALIAS_FILE = ("studio.ext", "component_aliases.json")
_registered: dict[str, str] = {}


def register_aliases(aliases: Mapping[str, str]) -> None:
    """Let documents write each short name instead of the provider it stands for."""
    _registered.update(aliases)


def to_studio_name(provider: str) -> str:
    """Return our spelling of a provider, an `autogen_*` one or a short name.

    Example:
        >>> to_studio_name("autogen_core.tools.FunctionTool")
        'studio.core.tools.FunctionTool'
    """
    if "." not in provider:
        provider = _registered.get(provider) or _installed_aliases().get(provider, provider)
    package, dot, rest = provider.partition(".")
    return f"{_PEERS[package]}.{rest}" if dot and package in _PEERS else provider


@cache
def _installed_aliases() -> dict[str, str]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - only short names need it

    aliases: dict[str, str] = {}
    for point in entry_points(group=ENTRY_POINT_GROUP):
        aliases[point.name] = point.value.replace(":", ".")
    package, name = _ALIAS_FILE
    file = resources.files(package) / name
    if file.is_file():
        # Ours win: no installed package may take over a name that documents already use.
        aliases.update(cast("dict[str, str]", json.loads(file.read_text(encoding="utf-8"))))
    return aliases
