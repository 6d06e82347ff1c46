"""The edits of a draft, each with the way back."""

from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Text
from sqlmodel import Field

from .base import Table


class DraftEditRow(Table, table=True):
    """One edit as two RFC 6902 patches; `number` starts at 1."""

    __table_args__ = (
        ForeignKeyConstraint(
            ["team_id", "owner"], ["draft.team_id", "draft.owner"], ondelete="CASCADE"
        ),
    )

    team_id: str = Field(primary_key=True)
    owner: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    label: str = ""
    forward: str = Field(sa_type=Text)
    backward: str = Field(sa_type=Text)
    created_at: datetime
