"""Galleries that a person has imported."""

from datetime import datetime

from sqlalchemy import JSON, Index
from sqlmodel import Field

from .base import JsonDict, Table


class GalleryRow(Table, table=True):
    """One gallery, its document kept as it came."""

    __table_args__ = (Index("ix_gallery_owner_created", "owner", "created_at"),)

    gallery_id: str = Field(primary_key=True)
    owner: str
    name: str
    url: str | None = None
    document: JsonDict = Field(sa_type=JSON)
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
