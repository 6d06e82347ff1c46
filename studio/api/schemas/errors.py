"""Errors."""

from typing import Any

from pydantic import BaseModel


class ErrorBody(BaseModel):
    """What went wrong."""

    code: str
    """Stable, `<part>.<problem>`; the text may change, this does not."""
    message: str
    hint: str | None = None
    """What to do about it."""
    details: dict[str, Any] = {}


class ErrorOut(BaseModel):
    """The one shape of every error."""

    error: ErrorBody
