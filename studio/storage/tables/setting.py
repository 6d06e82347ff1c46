"""Settings a person has made."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from .base import Table


class SettingRow(Table, table=True):
    """One setting; `value` is JSON text."""

    owner: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: str = Field(sa_type=Text)
    updated_at: datetime
