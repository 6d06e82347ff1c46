"""Versions of teams: immutable once written."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from .base import Table


class TeamVersionRow(Table, table=True):
    """One saved state of a team; `document` is the JSON text of the whole team document."""

    team_id: str = Field(primary_key=True, foreign_key="team.team_id", ondelete="CASCADE")
    version: int = Field(primary_key=True)
    owner: str
    author: str
    name: str = ""
    """What the person called this version, if anything."""
    document: str = Field(sa_type=Text)
    created_at: datetime
