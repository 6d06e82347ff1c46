"""An agent that reads files."""

from ._agent import FileSurfer, FileSurferConfig

__all__ = ["FileSurfer", "FileSurferConfig"]
