"""Workbenches: sets of tools that share their resources and state."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping
from types import TracebackType
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, Field

from studio._kit.deferred import DeferredModel
from studio.core._addressing import CancellationToken
from studio.core._component import ComponentBase, ComponentType
from studio.core._image import Image
from studio.core.tools._schema import ToolSchema


class TextResultContent(DeferredModel):
    """A piece of text in a tool's result."""

    type: Literal["TextResultContent"] = "TextResultContent"
    content: str


class ImageResultContent(DeferredModel):
    """An image in a tool's result."""

    type: Literal["ImageResultContent"] = "ImageResultContent"
    content: Image


ResultContent = Annotated[TextResultContent | ImageResultContent, Field(discriminator="type")]
"""A piece of a tool's result."""


class ToolResult(DeferredModel):
    """What came of calling a tool in a workbench."""

    type: Literal["ToolResult"] = "ToolResult"
    name: str
    """Name that the tool was called by."""
    result: list[ResultContent]
    is_error: bool = False
    """Whether `result` tells of an error."""

    def to_text(self, replace_image: str | None = None) -> str:
        """Return all pieces as text, one per line.

        Args:
            replace_image: Text that stands for an image; its base64 by default.
        """
        parts: list[str] = []
        for part in self.result:
            if isinstance(part, TextResultContent):
                parts.append(part.content)
            elif replace_image is not None:
                parts.append(replace_image)
            else:
                parts.append(f"[Image: {part.content.to_base64()}]")
        return "\n".join(parts)


class Workbench(ComponentBase[BaseModel], ABC):
    """A set of tools; start it before use, or use it as an async context manager."""

    component_type: ClassVar[ComponentType] = "workbench"

    @abstractmethod
    async def list_tools(self) -> list[ToolSchema]:
        """Return the tools there are now; they may change."""

    @abstractmethod
    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        """Call a tool by name; errors come back as a result, not as an exception."""

    @abstractmethod
    async def start(self) -> None:
        """Get ready."""

    @abstractmethod
    async def stop(self) -> None:
        """Release everything."""

    @abstractmethod
    async def reset(self) -> None:
        """Go back to the state after `start`."""

    @abstractmethod
    async def save_state(self) -> Mapping[str, Any]:
        """Return the state as JSON data."""

    @abstractmethod
    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Take over a saved state."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.stop()


class StreamWorkbench(Workbench, ABC):
    """A workbench whose tools can tell how they are getting on."""

    @abstractmethod
    def call_tool_stream(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> AsyncGenerator[Any | ToolResult, None]:
        """Call a tool by name; yield interim values and, last, the `ToolResult`."""
