"""Which components need an optional package, and whether it is installed here."""

from importlib.util import find_spec
from typing import Final

from .component_catalogue import ENTRIES

_PACKAGES: Final = {
    "azure": "azure",
    "bedrock": "boto3",
    "diskcache": "diskcache",
    "mcp": "mcp",
    "ollama": "ollama",
    "redis": "redis",
}
"""Extras of our own package, each with what it installs."""
_EXTRAS: Final = {entry.provider.rpartition(".")[2]: entry.extra for entry in ENTRIES}


def missing_package(class_name: str) -> tuple[str, str] | None:
    """Return what a class needs and is not installed, and the command that installs it."""
    extra = _EXTRAS.get(class_name, "")
    package = _PACKAGES.get(extra)
    if package is None or find_spec(package) is not None:
        return None
    return package, f'pip install "team-studio[{extra}]"'
