"""The interface of a team."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel

from studio.core import ComponentBase

from ._task import TaskRunner


class Team(ABC, TaskRunner, ComponentBase[BaseModel]):
    """Agents that work on a task together."""

    component_type: ClassVar[str] = "team"

    @property
    @abstractmethod
    def name(self) -> str:
        """Name of the team."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What the team can do."""

    @abstractmethod
    async def reset(self) -> None:
        """Forget everything."""

    @abstractmethod
    async def pause(self) -> None:
        """Ask every member to hold its work."""

    @abstractmethod
    async def resume(self) -> None:
        """Ask every member to go on."""

    @abstractmethod
    async def save_state(self) -> Mapping[str, Any]:
        """Return what `load_state` needs to go on from here."""

    @abstractmethod
    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
