"""What can go wrong while a team is taken away."""

from studio._kit.errors import StudioError


class ExportError(StudioError, ValueError):
    """A component cannot be written in the form that was asked for."""

    code = "export.impossible"
