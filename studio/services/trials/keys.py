"""Puts keys into arguments that refer to them."""

from collections.abc import Callable
from typing import Any, cast

from studio.domain.json_values import JsonDict
from studio.domain.secrets import is_placeholder


def fill_arguments(
    given: JsonDict, lookup: Callable[[str], str | None]
) -> tuple[JsonDict, frozenset[str]]:
    """Return arguments in which each text that is a reference such as `${NAME}` is its key.

    Longer texts that only contain one stay as they are: they may be programs or prose.

    Args:
        given: The arguments.
        lookup: Finds keys; what it does not know stays a reference.

    Returns:
        The arguments, and the keys that are in them.
    """
    used: set[str] = set()

    def fill(value: Any) -> Any:
        if isinstance(value, str):
            key = lookup(value.strip()[2:-1]) if is_placeholder(value) else None
            if key is None:
                return value
            used.add(key)
            return key
        if isinstance(value, dict):
            return {name: fill(item) for name, item in cast("JsonDict", value).items()}
        if isinstance(value, list):
            return [fill(item) for item in cast("list[Any]", value)]
        return value

    return fill(given), frozenset(used)
