"""Teams: one row each; what they consist of is in their versions."""

from datetime import datetime

from sqlalchemy import JSON, Index
from sqlmodel import Field

from .base import JsonDict, Table


class TeamRow(Table, table=True):
    """A team as lists show it; `version` is its newest saved version."""

    __table_args__ = (Index("ix_team_owner_updated", "owner", "updated_at"),)

    team_id: str = Field(primary_key=True)
    owner: str
    name: str
    description: str = ""
    version: int
    published_version: int | None = None
    summary: JsonDict = Field(default_factory=dict, sa_type=JSON)
    """What a card shows (provider, names of the agents), taken from the newest version."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
