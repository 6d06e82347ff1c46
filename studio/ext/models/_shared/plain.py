"""Makes plain data of what an SDK returns."""

from typing import Any, cast

from pydantic import BaseModel, SecretStr


def to_data(value: Any) -> dict[str, Any]:
    """Return an event as data: as it is, if it is data already."""
    if type(value) is dict:
        return cast("dict[str, Any]", value)
    return cast("dict[str, Any]", _plain(value))


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump()
    if isinstance(value, list):
        return [_plain(item) for item in cast("list[Any]", value)]
    if hasattr(value, "__dict__"):
        # Not the SDK's own, but what a test puts in its place.
        fields = cast("dict[str, Any]", vars(value))
        return {name: _plain(item) for name, item in fields.items() if not name.startswith("_")}
    return value


def open_config(config: BaseModel) -> dict[str, Any]:
    """Return a config as keyword arguments, with secrets as they are."""
    return {
        name: value.get_secret_value() if isinstance(value, SecretStr) else value
        for name, value in config.model_dump(exclude_none=True).items()
    }
