"""Catches what tools print while they are tried."""

from studio._kit.run_context import RunContext


class PrintedRun(RunContext):
    """A run of nothing but one call: keeps what its child processes print."""

    keeps_output = True

    def __init__(self) -> None:
        self._parts: list[str] = []

    def printed(self, text: str) -> None:
        """Keep what a child process has printed."""
        self._parts.append(text)

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self._parts)
