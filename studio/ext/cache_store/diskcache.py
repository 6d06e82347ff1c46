"""A store in files, over the package `diskcache`."""

from importlib import import_module
from typing import Any, ClassVar, Self, TypeVar, cast

from pydantic import BaseModel

from studio.core import CacheStore, Component
from studio.ext._extras import check_installed

T = TypeVar("T")


class DiskCacheStoreConfig(BaseModel):
    """Config of `DiskCacheStore`."""

    directory: str
    """Where the files are."""


class DiskCacheStore(CacheStore[T], Component[DiskCacheStoreConfig]):
    """Keeps values in a directory.

    Values are pickled: use directories only that nobody else can write to.

    Args:
        cache_instance: An open `diskcache.Cache`.
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.cache_store.diskcache.DiskCacheStore"
    )
    component_config_schema = DiskCacheStoreConfig
    waits_for_io: ClassVar[bool] = True
    """Reading and writing take time that an event loop does not have."""

    def __init__(self, cache_instance: Any) -> None:
        self.cache: Any = cache_instance

    def get(self, key: str, default: T | None = None) -> T | None:
        """Return the value kept under `key`, or `default`."""
        return cast("T | None", self.cache.get(key, default))

    def set(self, key: str, value: T) -> None:
        """Keep `value` under `key`."""
        self.cache.set(key, value)

    def _to_config(self) -> DiskCacheStoreConfig:
        return DiskCacheStoreConfig(directory=str(self.cache.directory))

    @classmethod
    def _from_config(cls, config: DiskCacheStoreConfig) -> Self:
        check_installed("diskcache", extra="diskcache", purpose="DiskCacheStore")
        diskcache: Any = import_module("diskcache")
        return cls(diskcache.Cache(config.directory))
