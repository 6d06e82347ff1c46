"""Packages that only some extensions need."""

from importlib.util import find_spec

from studio._kit.errors import StudioError


class MissingExtraError(StudioError, ImportError):
    """An optional package is not installed; the text says how to install it."""

    code = "ext.missing_extra"


def check_installed(package: str, *, extra: str, purpose: str) -> None:
    """Make sure that an optional package is there, without the time to import it.

    Args:
        package: Its top-level name.
        extra: The extra of our package that installs it.
        purpose: What needs it, for the error.

    Raises:
        MissingExtraError: It is not installed.
    """
    if find_spec(package) is None:
        command = f"pip install team-studio[{extra}]"
        raise MissingExtraError(
            f"{purpose} needs the package {package!r}: {command}",
            hint=f"Run `{command}`.",
            details={"extra": extra},
        )
