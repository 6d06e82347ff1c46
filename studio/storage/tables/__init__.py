"""The tables of the database, one per file."""

from .base import Table
from .blob import BlobRow
from .checkpoint import CheckpointRow
from .draft import DraftRow
from .draft_edit import DraftEditRow
from .gallery import GalleryRow
from .run import RunRow
from .run_command import RunCommandRow
from .run_event import RunEventRow
from .secret import SecretRow
from .session import SessionRow
from .setting import SettingRow
from .share import ShareRow
from .team import TeamRow
from .team_version import TeamVersionRow

__all__ = [
    "BlobRow",
    "CheckpointRow",
    "DraftEditRow",
    "DraftRow",
    "GalleryRow",
    "RunCommandRow",
    "RunEventRow",
    "RunRow",
    "SecretRow",
    "SessionRow",
    "SettingRow",
    "ShareRow",
    "Table",
    "TeamRow",
    "TeamVersionRow",
]
