"""Checkpoints: where a run can be taken up again."""

from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from .base import Table


class CheckpointRow(Table, table=True):
    """The team's state after a turn; `seq` is the last event that belongs to it."""

    run_id: str = Field(primary_key=True, foreign_key="run.run_id", ondelete="CASCADE")
    seq: int = Field(primary_key=True)
    turn: int
    state: bytes = Field(sa_type=LargeBinary)
    created_at: datetime
