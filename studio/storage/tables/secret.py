"""Secrets, encrypted."""

from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from .base import Table


class SecretRow(Table, table=True):
    """One secret; `value` is what the key of the installation makes of it."""

    owner: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    value: bytes = Field(sa_type=LargeBinary)
    updated_at: datetime
