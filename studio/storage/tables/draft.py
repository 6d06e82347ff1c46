"""Drafts: a person's unsaved state of a team."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from .base import Table


class DraftRow(Table, table=True):
    """An open draft; `position` counts the edits that are applied, later ones can be redone."""

    team_id: str = Field(primary_key=True, foreign_key="team.team_id", ondelete="CASCADE")
    owner: str = Field(primary_key=True)
    base_version: int
    """The version the draft started from, or was last saved as."""
    saved_position: int | None = 0
    """`position` at the last save; `None` once that point of the history is gone."""
    position: int = 0
    rev: int = 0
    """Grows with each change, undo and redo included."""
    document: str = Field(sa_type=Text)
    updated_at: datetime
