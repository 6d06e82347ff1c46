"""Takes a team away: as Python, as JSON for AutoGen, as a notebook, a picture or a container."""

from studio.exporters.exceptions import ExportError
from studio.exporters.export import export
from studio.exporters.result import TARGETS, ExportResult, ExportTarget, file_stem

__all__ = ["TARGETS", "ExportError", "ExportResult", "ExportTarget", "export", "file_stem"]
