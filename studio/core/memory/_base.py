"""The interface of memories, and what is kept in them."""

from abc import ABC, abstractmethod
from enum import Enum
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, field_serializer

from studio._kit.deferred import DeferredModel
from studio.core._addressing import CancellationToken
from studio.core._component import ComponentBase, ComponentType
from studio.core._image import Image
from studio.core.model_context import ChatCompletionContext


class MemoryMimeType(Enum):
    """Known kinds of content."""

    TEXT = "text/plain"
    JSON = "application/json"
    MARKDOWN = "text/markdown"
    IMAGE = "image/*"
    BINARY = "application/octet-stream"


ContentType = str | bytes | dict[str, Any] | Image
"""What a memory can keep."""


class MemoryContent(DeferredModel):
    """One thing that is remembered."""

    model_config: ClassVar[ConfigDict] = ConfigDict(arbitrary_types_allowed=True)

    content: ContentType
    mime_type: MemoryMimeType | str
    """Known kind, or any other MIME type."""
    metadata: dict[str, Any] | None = None
    """Anything else about it."""

    @field_serializer("mime_type")
    def serialize_mime_type(self, mime_type: MemoryMimeType | str) -> str:
        """Return the MIME type as text."""
        return mime_type.value if isinstance(mime_type, MemoryMimeType) else mime_type


class MemoryQueryResult(DeferredModel):
    """What a memory has found."""

    results: list[MemoryContent]


class UpdateContextResult(DeferredModel):
    """What a memory has put into a model context."""

    memories: MemoryQueryResult


class Memory(ABC, ComponentBase[BaseModel]):
    """Remembers things, and reminds a model of them."""

    component_type: ClassVar[ComponentType] = "memory"

    @abstractmethod
    async def update_context(self, model_context: ChatCompletionContext) -> UpdateContextResult:
        """Add what matters to the conversation in a model context."""

    @abstractmethod
    async def query(
        self,
        query: str | MemoryContent,
        cancellation_token: CancellationToken | None = None,
        **kwargs: Any,
    ) -> MemoryQueryResult:
        """Return what fits the query."""

    @abstractmethod
    async def add(
        self, content: MemoryContent, cancellation_token: CancellationToken | None = None
    ) -> None:
        """Remember something."""

    @abstractmethod
    async def clear(self) -> None:
        """Forget everything."""

    @abstractmethod
    async def close(self) -> None:
        """Release connections."""
