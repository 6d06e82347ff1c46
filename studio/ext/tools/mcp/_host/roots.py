"""Tells a server which directories it may work in."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from pydantic import BaseModel, field_serializer

from studio.core import Component, ComponentBase, ComponentType
from studio.ext.tools.mcp._protocol import types


class RootsProvider(ABC, ComponentBase[BaseModel]):
    """Lists the directories that a server may work in."""

    component_type: ClassVar[ComponentType] = "mcp_roots_provider"

    @abstractmethod
    async def list_roots(self) -> types.ListRootsResult | types.ErrorData:
        """Return the directories."""


class StaticRootsProviderConfig(BaseModel):
    """Config of `StaticRootsProvider`."""

    roots: list[types.Root]

    @field_serializer("roots")
    def _as_on_the_wire(self, roots: list[types.Root]) -> list[dict[str, Any]]:
        return [root.model_dump(mode="json", by_alias=True, exclude_none=True) for root in roots]


class StaticRootsProvider(RootsProvider, Component[StaticRootsProviderConfig]):
    """Lists directories that never change.

    Args:
        roots: The directories, as `file://` addresses.
    """

    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.mcp.StaticRootsProvider"
    component_config_schema = StaticRootsProviderConfig

    def __init__(self, roots: Sequence[types.Root]) -> None:
        self._roots: list[types.Root] = list(roots)

    async def list_roots(self) -> types.ListRootsResult:
        """Return the directories."""
        return types.ListRootsResult(roots=self._roots)

    def _to_config(self) -> StaticRootsProviderConfig:
        return StaticRootsProviderConfig(roots=self._roots)

    @classmethod
    def _from_config(cls, config: StaticRootsProviderConfig) -> Self:
        return cls(roots=config.roots)
