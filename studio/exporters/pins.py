"""Exact versions of everything that a package needs, as they are installed here."""

from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_IMAGE: Final = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
"""Where they will be installed; the version of Python is the one here."""


def pins_of(packages: Iterable[str]) -> list[str]:
    """Return `name==version` for these packages and all they need.

    What is not installed here stays by name, for pip to choose; what it needs is not known.

    Args:
        packages: Requirements such as `mcp` or `httpx[http2]`.
    """
    found: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    pending = [Requirement(package) for package in packages]
    while pending:
        wanted = pending.pop()
        name = canonicalize_name(wanted.name)
        installed = _installed(name)
        found[name] = f"{name}=={installed.version}" if installed else found.get(name, str(wanted))
        for extra in ("", *wanted.extras):
            if installed is not None and (name, extra) not in seen:
                seen.add((name, extra))
                pending += _needed_by(installed, extra)
    return [found[name] for name in sorted(found)]


def _needed_by(installed: Distribution, extra: str) -> list[Requirement]:
    every = [Requirement(text) for text in installed.requires or ()]
    return [
        each
        for each in every
        if each.marker is None or each.marker.evaluate({**_IMAGE, "extra": extra})
    ]


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None
