"""What can go wrong with stored documents.

StudioError
├── NotFoundError (KeyError)
├── ConflictError (ValueError)
└── DatabaseError
    └── MigrationNeededError
"""

from typing import Any

from studio._kit.errors import StudioError


class NotFoundError(StudioError, KeyError):
    """There is no such thing, or it belongs to someone else."""

    code = "storage.not_found"

    def __init__(self, noun: str, key: object) -> None:
        super().__init__(
            f"there is no {noun} {key!r}",
            hint="It may have been deleted; look at the list.",
            details={"noun": noun, "id": key},
        )

    def __str__(self) -> str:
        return str(self.args[0])


class ConflictError(StudioError, ValueError):
    """Someone else was first; `theirs` is what they saved."""

    code = "storage.conflict"

    def __init__(self, message: str, *, hint: str, theirs: Any = None) -> None:
        super().__init__(message, hint=hint, details={"theirs": theirs})
        self.theirs: Any = theirs


class DatabaseError(StudioError):
    """The database cannot be used."""

    code = "storage.database"


class MigrationNeededError(DatabaseError):
    """The database has another shape than this program expects."""

    code = "storage.migration_needed"
