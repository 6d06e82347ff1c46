"""Links by which others may read a session or a run."""

from datetime import datetime

from sqlmodel import Field

from .base import Table


class ShareRow(Table, table=True):
    """One link; whoever has its token may read, until the row is gone."""

    token: str = Field(primary_key=True)
    owner: str
    session_id: str | None = Field(
        default=None, foreign_key="session.session_id", ondelete="CASCADE", index=True
    )
    run_id: str | None = Field(
        default=None, foreign_key="run.run_id", ondelete="CASCADE", index=True
    )
    created_at: datetime
