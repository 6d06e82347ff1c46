"""A store in a Redis server."""

import json
import logging
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from pydantic import BaseModel

from studio.core import CacheStore, Component
from studio.ext._extras import check_installed

if TYPE_CHECKING:
    import redis

T = TypeVar("T")

_logger = logging.getLogger(__name__)


class RedisStoreConfig(BaseModel):
    """Config of `RedisStore`."""

    host: str = "localhost"
    port: int = 6379
    db: int = 0
    username: str | None = None
    password: str | None = None
    ssl: bool = False
    socket_timeout: float | None = None


class RedisStore(CacheStore[T], Component[RedisStoreConfig]):
    """Keeps values in a Redis server; models and lists as JSON.

    What was kept as JSON comes back as a dictionary or a list. An unreachable server is no error:
    it has no values, and takes none.

    Args:
        redis_instance: An open `redis.Redis`.
    """

    component_provider_override: ClassVar[str | None] = "autogen_ext.cache_store.redis.RedisStore"
    component_config_schema = RedisStoreConfig
    waits_for_io: ClassVar[bool] = True
    """Reading and writing take time that an event loop does not have."""

    def __init__(self, redis_instance: "redis.Redis") -> None:
        self.cache: Any = redis_instance

    def get(self, key: str, default: T | None = None) -> T | None:
        """Return the value kept under `key`, or `default`."""
        try:
            value: Any = self.cache.get(key)
        except _redis_error():
            _logger.warning("could not read from Redis", exc_info=True)
            return default
        return default if value is None else cast("T", _from_bytes(value))

    def set(self, key: str, value: T) -> None:
        """Keep `value` under `key`."""
        try:
            self.cache.set(key, _to_text(value))
        except _redis_error():
            _logger.warning("could not write to Redis", exc_info=True)

    def _to_config(self) -> RedisStoreConfig:
        settings: dict[str, Any] = self.cache.connection_pool.connection_kwargs
        known = {k: settings[k] for k in RedisStoreConfig.model_fields if k in settings}
        return RedisStoreConfig.model_validate(known)

    @classmethod
    def _from_config(cls, config: RedisStoreConfig) -> Self:
        check_installed("redis", extra="redis", purpose="RedisStore")
        from redis import Redis  # noqa: PLC0415 - an optional package

        return cls(Redis(**config.model_dump()))


def _redis_error() -> type[Exception]:
    from redis.exceptions import RedisError  # noqa: PLC0415 - an optional package

    return RedisError


def _to_text(value: object) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump_json()
    if isinstance(value, list | dict):
        return json.dumps(value, default=_to_json_data)
    return value


def _to_json_data(value: object) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _from_bytes(value: Any) -> Any:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    if not isinstance(text, str):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return cast("object", found) if isinstance(found, dict | list) else text
