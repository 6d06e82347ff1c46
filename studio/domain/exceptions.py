"""What can be wrong with a team document or with a change to it.

SpecError (ValueError)
├── PathError      nothing is at that place
├── FitError       a component does not belong where it was put
├── EdgeError      an edge cannot be drawn, found or changed
└── OperationError an operation is unknown or lacks a part
"""

from collections.abc import Mapping, Sequence
from typing import Any

from studio._kit.errors import StudioError


class SpecError(StudioError, ValueError):
    """A team document, or a change to it, does not make sense; `path` says where."""

    code = "spec.invalid"

    def __init__(
        self,
        message: str,
        *,
        path: str = "",
        hint: str | None = None,
        details: Mapping[str, Any] | None = None,
        problems: Sequence[Any] = (),
    ) -> None:
        super().__init__(message, hint=hint, details={"path": path, **(details or {})})
        self.path: str = path
        self.problems: list[Any] = list(problems)


class PathError(SpecError):
    """Nothing is at the named place of the document."""

    code = "spec.no_such_path"


class FitError(SpecError):
    """A component does not belong where it was put."""

    code = "spec.does_not_fit"


class EdgeError(SpecError):
    """An edge cannot be drawn, found or changed."""

    code = "spec.bad_edge"


class OperationError(SpecError):
    """An operation is unknown or lacks something it needs."""

    code = "spec.bad_operation"
