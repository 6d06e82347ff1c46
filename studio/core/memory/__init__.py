"""Memories: what agents remember beyond the conversation."""

from studio.core.memory._base import (
    Memory,
    MemoryContent,
    MemoryMimeType,
    MemoryQueryResult,
    UpdateContextResult,
)
from studio.core.memory._list_memory import ListMemory

__all__ = [
    "ListMemory",
    "Memory",
    "MemoryContent",
    "MemoryMimeType",
    "MemoryQueryResult",
    "UpdateContextResult",
]
