"""The interface of code executors."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import ClassVar, Self

from pydantic import BaseModel

from studio.core._addressing import CancellationToken
from studio.core._component import ComponentBase, ComponentType


@dataclass
class CodeBlock:
    """A piece of code."""

    code: str
    language: str


@dataclass
class CodeResult:
    """What came of executing code."""

    exit_code: int
    """0 when all went well."""
    output: str


class CodeExecutor(ABC, ComponentBase[BaseModel]):
    """Executes code blocks; start it before use, or use it as an async context manager."""

    component_type: ClassVar[ComponentType] = "code_executor"

    @abstractmethod
    async def execute_code_blocks(
        self, code_blocks: list[CodeBlock], cancellation_token: CancellationToken
    ) -> CodeResult:
        """Execute the blocks in order, up to the first that fails.

        Args:
            code_blocks: What to execute.
            cancellation_token: Ends the execution.

        Raises:
            ValueError: A block cannot be meant.
            asyncio.TimeoutError: It took too long.
            CancelledError: It was cancelled.
        """

    @abstractmethod
    async def start(self) -> None:
        """Get ready."""

    @abstractmethod
    async def stop(self) -> None:
        """Release everything."""

    @abstractmethod
    async def restart(self) -> None:
        """Forget what earlier blocks have left behind."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        await self.stop()
        return None
