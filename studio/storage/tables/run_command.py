"""Commands: what one process wants a run to do that another one drives."""

from datetime import datetime

from sqlalchemy import JSON
from sqlmodel import Field

from .base import JsonDict, Table


class RunCommandRow(Table, table=True):
    """One command; those of a run are carried out in the order of their numbers."""

    number: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(foreign_key="run.run_id", ondelete="CASCADE", index=True)
    verb: str
    arguments: JsonDict = Field(sa_type=JSON)
    created_at: datetime
    done_at: datetime | None = Field(default=None, index=True)
    error: JsonDict | None = Field(default=None, sa_type=JSON)
    """Why it could not be done."""
