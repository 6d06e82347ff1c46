"""Attachments and images, kept once by the hash of their content."""

from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from .base import Table


class BlobRow(Table, table=True):
    """The bytes of one file; `digest` is its SHA-256 in hexadecimal."""

    owner: str = Field(primary_key=True)
    digest: str = Field(primary_key=True)
    media_type: str
    name: str = ""
    size: int
    data: bytes = Field(sa_type=LargeBinary)
    created_at: datetime
