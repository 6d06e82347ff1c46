"""A memory that is a list."""

from typing import Any, ClassVar, Self

from pydantic import Field

from studio._kit.deferred import DeferredModel
from studio.core._addressing import CancellationToken
from studio.core._component import Component
from studio.core.memory._base import (
    Memory,
    MemoryContent,
    MemoryQueryResult,
    UpdateContextResult,
)
from studio.core.model_context import ChatCompletionContext
from studio.core.models import SystemMessage


class ListMemoryConfig(DeferredModel):
    """Config of `ListMemory`."""

    name: str | None = None
    memory_contents: list[MemoryContent] = Field(default_factory=list[MemoryContent])


class ListMemory(Memory, Component[ListMemoryConfig]):
    """Remembers everything in order and reminds the model of all of it.

    Args:
        name: Name of the memory.
        memory_contents: What it remembers from the start.
    """

    component_provider_override: ClassVar[str | None] = "autogen_core.memory.ListMemory"
    component_config_schema = ListMemoryConfig

    def __init__(
        self, name: str | None = None, memory_contents: list[MemoryContent] | None = None
    ) -> None:
        self._name: str = name or "default_list_memory"
        self._contents: list[MemoryContent] = memory_contents if memory_contents is not None else []

    @property
    def name(self) -> str:
        """Name of the memory."""
        return self._name

    @property
    def content(self) -> list[MemoryContent]:
        """Everything that is remembered."""
        return self._contents

    @content.setter
    def content(self, value: list[MemoryContent]) -> None:
        self._contents = value

    async def update_context(self, model_context: ChatCompletionContext) -> UpdateContextResult:
        """Add one system message that numbers all contents; nothing when there are none."""
        if not self._contents:
            return UpdateContextResult(memories=MemoryQueryResult(results=[]))
        lines = "\n".join(f"{n}. {item.content}" for n, item in enumerate(self._contents, start=1))
        text = f"\nRelevant memory content (in chronological order):\n{lines}\n"
        await model_context.add_message(SystemMessage(content=text))
        return UpdateContextResult(memories=MemoryQueryResult(results=self._contents))

    async def query(
        self,
        query: str | MemoryContent = "",
        cancellation_token: CancellationToken | None = None,
        **kwargs: Any,
    ) -> MemoryQueryResult:
        """Return everything, whatever the query."""
        return MemoryQueryResult(results=self._contents)

    async def add(
        self, content: MemoryContent, cancellation_token: CancellationToken | None = None
    ) -> None:
        """Remember something."""
        self._contents.append(content)

    async def clear(self) -> None:
        """Forget everything."""
        self._contents = []

    async def close(self) -> None:
        """Nothing to release."""

    def _to_config(self) -> ListMemoryConfig:
        return ListMemoryConfig(name=self.name, memory_contents=self._contents)

    @classmethod
    def _from_config(cls, config: ListMemoryConfig) -> Self:
        return cls(name=config.name, memory_contents=config.memory_contents)
