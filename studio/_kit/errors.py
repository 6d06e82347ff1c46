"""The root of the error tree.

StudioError
├── UsageError (ValueError)
└── CycleError (ValueError)
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class StudioError(Exception):
    """Base of every error this package raises on purpose.

    Attributes:
        code: Stable identifier, `<part>.<problem>`; safe to match on and to document.
        hint: What the reader can do about it, or `None`.
        details: Extra facts for logs and API clients; never secrets.
    """

    code: ClassVar[str] = "studio.error"

    def __init__(
        self, message: str, *, hint: str | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.hint: str | None = hint
        self.details: dict[str, Any] = dict(details or {})


class UsageError(StudioError, ValueError):
    """The caller asked for something that cannot be meant."""

    code = "studio.usage"


class CycleError(StudioError, ValueError):
    """Edges that must not form a loop do; `cycle` lists the nodes of one."""

    code = "studio.cycle"

    def __init__(self, cycle: Sequence[str]) -> None:
        super().__init__(
            f"the edges form a loop: {' -> '.join(cycle)}", details={"cycle": list(cycle)}
        )
        self.cycle: list[str] = list(cycle)
