"""Taking a team away."""

import asyncio
from pathlib import Path

from studio.domain.json_values import JsonDict
from studio.exporters import TARGETS, ExportResult, export

__all__ = ["TARGETS", "ExportResult", "ExportService"]


class ExportService:
    """Writes components as Python, JSON, a Docker build context, a notebook or a diagram."""

    async def export(
        self, component: JsonDict, target: str, *, name: str = "", wheel: Path | None = None
    ) -> ExportResult:
        """Return a file to take away; keys are never in it.

        Args:
            component: The component; left alone.
            target: One of `TARGETS`.
            name: What to call it; its label when empty.
            wheel: For `docker`: a built wheel of this package to put into the bundle.

        Raises:
            ExportError: The target is unknown, or the component cannot be written that way.
        """
        return await asyncio.to_thread(export, component, target, name, wheel=wheel)
