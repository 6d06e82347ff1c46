"""Stores for values that may be computed again."""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel

from studio._kit.deferred import DeferredModel
from studio.core._component import Component, ComponentBase, ComponentType

T = TypeVar("T")


class CacheStore(ABC, Generic[T], ComponentBase[BaseModel]):
    """Keeps values by key."""

    component_type: ClassVar[ComponentType] = "cache_store"

    @abstractmethod
    def get(self, key: str, default: T | None = None) -> T | None:
        """Return the value kept under `key`, or `default`."""

    @abstractmethod
    def set(self, key: str, value: T) -> None:
        """Keep `value` under `key`."""


class InMemoryStoreConfig(DeferredModel):
    """Config of `InMemoryStore`; it has no fields."""


class InMemoryStore(CacheStore[T], Component[InMemoryStoreConfig]):
    """Keeps values in a dictionary."""

    component_provider_override: ClassVar[str | None] = "autogen_core.InMemoryStore"
    component_config_schema = InMemoryStoreConfig

    def __init__(self) -> None:
        self.store: dict[str, T] = {}

    def get(self, key: str, default: T | None = None) -> T | None:
        """Return the value kept under `key`, or `default`."""
        return self.store.get(key, default)

    def set(self, key: str, value: T) -> None:
        """Keep `value` under `key`."""
        self.store[key] = value

    def _to_config(self) -> InMemoryStoreConfig:
        return InMemoryStoreConfig()

    @classmethod
    def _from_config(cls, config: InMemoryStoreConfig) -> Self:
        return cls()
