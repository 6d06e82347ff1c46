"""The event log: append-only, the only source of what a run did."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from .base import Table


class RunEventRow(Table, table=True):
    """One event; `seq` starts at 1 and has no gap, `body` is JSON text."""

    run_id: str = Field(primary_key=True, foreign_key="run.run_id", ondelete="CASCADE")
    seq: int = Field(primary_key=True)
    ts: datetime
    type: str
    body: str = Field(sa_type=Text)
