"""What an export gives."""

import re
from dataclasses import dataclass
from typing import Final, Literal

ExportTarget = Literal["python", "autogen", "docker", "notebook", "mermaid", "json"]

TARGETS: Final[tuple[ExportTarget, ...]] = (
    "python",
    "autogen",
    "docker",
    "notebook",
    "mermaid",
    "json",
)


@dataclass(frozen=True)
class ExportResult:
    """One file to download."""

    filename: str
    media_type: str
    data: bytes
    text: str | None = None
    """The same to read on the screen; `None` for what is not text."""

    @classmethod
    def of_text(cls, filename: str, media_type: str, text: str) -> "ExportResult":
        """Return a text file."""
        return cls(filename, media_type, text.encode("utf-8"), text)


def file_stem(name: str) -> str:
    """Return a name that every file system takes.

    Example:
        >>> file_stem("Travel planner (Lisbon)")
        'travel_planner_lisbon'
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "team"
