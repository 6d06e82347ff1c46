"""The operations that change a team document, one batch at a time."""

from studio.domain.operations._apply import apply_ops

__all__ = ["apply_ops"]
