"""Sessions: conversations with a team, made of runs."""

from datetime import datetime

from sqlalchemy import JSON, Index
from sqlmodel import Field

from .base import JsonDict, Table


class SessionRow(Table, table=True):
    """A conversation with a team (its newest, published or a fixed version) or a component."""

    __table_args__ = (Index("ix_session_owner_updated", "owner", "updated_at"),)

    session_id: str = Field(primary_key=True)
    owner: str
    name: str
    team_id: str | None = Field(default=None, foreign_key="team.team_id", ondelete="SET NULL")
    team_version: int | None = None
    """A fixed version, 0 to follow the published one, or `None` to follow the newest."""
    component: JsonDict | None = Field(default=None, sa_type=JSON(none_as_null=True))
    pinned: bool = False
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
