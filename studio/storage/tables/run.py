"""Runs: what was run, how it stands, who drives it."""

from datetime import datetime

from sqlalchemy import JSON, Index, LargeBinary
from sqlmodel import Field

from .base import JsonDict, Table


class RunRow(Table, table=True):
    """One run with the exact component it runs; its events and checkpoints are elsewhere."""

    __table_args__ = (
        Index("ix_run_owner_created", "owner", "created_at"),
        Index("ix_run_session_created", "session_id", "created_at"),
        Index("ix_run_status_heartbeat", "status", "heartbeat_at"),
    )

    run_id: str = Field(primary_key=True)
    owner: str
    team_id: str | None = Field(
        default=None, foreign_key="team.team_id", ondelete="SET NULL", index=True
    )
    team_version: int | None = None
    session_id: str | None = Field(
        default=None, foreign_key="session.session_id", ondelete="SET NULL"
    )
    parent_run_id: str | None = Field(
        default=None, foreign_key="run.run_id", ondelete="SET NULL", index=True
    )
    fork_seq: int | None = None
    component: JsonDict = Field(sa_type=JSON)
    task: JsonDict = Field(default_factory=dict, sa_type=JSON)
    options: JsonDict = Field(default_factory=dict, sa_type=JSON)
    status: str
    reason: str | None = None
    code: str | None = None
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    heartbeat_at: datetime | None = None
    worker_id: str | None = None
    totals: JsonDict = Field(default_factory=dict, sa_type=JSON)
    state: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The team's state at the end, for the next run of the session."""
