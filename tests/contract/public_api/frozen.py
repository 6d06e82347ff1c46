"""Our public surface: every name that a facade lists, with its signature."""

import importlib
import pkgutil
from pathlib import Path
from typing import Any

from tests.contract.autogen_api.surface import surface

FROZEN = Path(__file__).with_name("surface.json")
PACKAGES = ("studio.core", "studio.agentchat")

Surface = dict[str, dict[str, Any]]


def public_modules() -> list[str]:
    """Return the engine's modules without an underscore in their names."""
    found: list[str] = list(PACKAGES)
    for name in PACKAGES:
        walked = pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}.")
        found.extend(info.name for info in walked if "._" not in info.name)
    return sorted(found)


def current() -> Surface:
    """Return the surface as it is."""
    found: Surface = {name: surface(name) for name in public_modules()}
    return {name: names for name, names in found.items() if names}
