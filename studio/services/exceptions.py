"""What can go wrong in the use cases, and the storage errors that callers meet.

StudioError
├── NotFoundError, ConflictError, DatabaseError    from storage
├── ImportRefusedError (ValueError)
├── NotATeamError (ValueError)
├── NothingPublishedError
└── SecretKeyError
"""

from studio._kit.errors import StudioError
from studio._kit.jsonio import DocumentError
from studio.exporters import ExportError
from studio.gallery import GalleryImportError
from studio.storage.exceptions import (
    ConflictError,
    DatabaseError,
    MigrationNeededError,
    NotFoundError,
)


class ImportRefusedError(StudioError, ValueError):
    """What was to be imported is nothing we know."""

    code = "import.unknown_format"


class NotATeamError(StudioError, ValueError):
    """A team was expected."""

    code = "team.not_a_team"


class NothingPublishedError(StudioError):
    """The published version of a team is meant, and none is published."""

    code = "team.nothing_published"


class SecretKeyError(StudioError):
    """A secret cannot be read with the key of this installation."""

    code = "secret.key"


__all__ = [
    "ConflictError",
    "DatabaseError",
    "DocumentError",
    "ExportError",
    "GalleryImportError",
    "ImportRefusedError",
    "MigrationNeededError",
    "NotATeamError",
    "NotFoundError",
    "NothingPublishedError",
    "SecretKeyError",
]
