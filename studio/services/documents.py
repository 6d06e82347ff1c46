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
    Team,
    TeamInfo,
    TeamVersion,
    VersionChoice,
    VersionInfo,
)

__all__ = [
    "PUBLISHED",
    "Attachment",
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
    "Team",
    "TeamDocument",
    "TeamInfo",
    "TeamVersion",
    "VersionChoice",
    "VersionInfo",
]
