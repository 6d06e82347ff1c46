"""What a check has to say about one place of a component."""

from typing import Literal

from pydantic import BaseModel

from studio.domain.json_values import JsonDict

Severity = Literal["error", "warning", "info"]


class Problem(BaseModel):
    """One thing a check found."""

    code: str
    """Stable, like `CV103`; every one has a line in docs/checks.md."""
    severity: Severity
    path: str
    """JSON pointer to where it is."""
    message: str
    hint: str | None = None
    fix: list[JsonDict] | None = None
    """Canvas operations that mend it, for one click."""
