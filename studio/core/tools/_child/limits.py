"""What a child process may use."""

from dataclasses import dataclass

from studio._kit.settings import env

_MEGABYTE = 1 << 20


@dataclass(frozen=True)
class ToolLimits:
    """Limits of one call of a function tool that was loaded from JSON."""

    timeout_s: float = 60.0
    """It is ended when it takes longer."""
    memory_bytes: int = 1 << 30
    """Address space of the process, where the system can limit it; 0 for no limit."""
    answer_bytes: int = 16 * _MEGABYTE
    """Longest result."""
    cancel_grace_s: float = 1.0
    """How long a function that takes a cancellation token may go on after cancellation."""


def default_limits() -> ToolLimits:
    """Return the limits that `STUDIO_TOOL_TIMEOUT_S` and `STUDIO_TOOL_MEMORY_MB` set."""
    standard = ToolLimits()
    timeout, memory = env("STUDIO_TOOL_TIMEOUT_S"), env("STUDIO_TOOL_MEMORY_MB")
    return ToolLimits(
        timeout_s=float(timeout) if timeout else standard.timeout_s,
        memory_bytes=int(memory) * _MEGABYTE if memory else standard.memory_bytes,
    )
