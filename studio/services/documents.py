"""The documents that services take and give, in one place for those above."""

from studio.domain.run import (
    Attachment,
    Breakpoint,
    Budget,
    OpenQuestion,
    Run,
    RunOptions,
    RunRequest,
)
from studio.domain.team_spec import TeamDocument
from studio.storage.documents import (
    PUBLISHED,
    Draft,
    Gallery,
    Page,
    SecretInfo,
    Session,
    Share,
    Team,
    TeamInfo,
    TeamPulse,
    TeamVersion,
    VersionChoice,
    VersionInfo,
)
from studio.storage.repositories.blobs import Blob

__all__ = [
    "PUBLISHED",
    "Attachment",
    "Blob",
    "Breakpoint",
    "Budget",
    "Draft",
    "Gallery",
    "OpenQuestion",
    "Page",
    "Run",
    "RunOptions",
    "RunRequest",
    "SecretInfo",
    "Session",
    "Share",
    "Team",
    "TeamDocument",
    "TeamInfo",
    "TeamPulse",
    "TeamVersion",
    "VersionChoice",
    "VersionInfo",
]
