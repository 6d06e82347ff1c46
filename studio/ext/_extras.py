"""Packages that only some extensions need."""

from importlib import import_module
from types import ModuleType

from studio._kit.errors import StudioError


class MissingExtraError(StudioError, ImportError):
    """An optional package is not installed; the text says how to install it."""

    code = "ext.missing_extra"


def require(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Return an optional module.

    Args:
        module: Its full name.
        extra: The extra of our package that installs it.
        purpose: What needs it, for the error.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        return import_module(module)
    except ImportError as exc:
        command = f"pip install team-studio[{extra}]"
        raise MissingExtraError(
            f"{purpose} needs the package {module.partition('.')[0]!r}: {command}",
            hint=f"Run `{command}`.",
            details={"extra": extra},
        ) from exc
