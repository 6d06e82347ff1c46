"""Names that providers accept for functions and speakers."""

import re
from functools import lru_cache

from studio.ext.models._shared.errors import ModelArgumentError

_MOST = 64
_REFUSED = re.compile(r"[^a-zA-Z0-9_-]")


def normalize_name(name: str) -> str:
    """Return a name with everything that providers refuse replaced by underscores.

    Example:
        >>> normalize_name("web search!")
        'web_search_'
    """
    return _REFUSED.sub("_", name)[:_MOST]


@lru_cache(maxsize=1024)
def assert_valid_name(name: str) -> str:
    """Return the name if providers accept it.

    Raises:
        ModelArgumentError: They do not.
    """
    if not name or _REFUSED.search(name):
        raise ModelArgumentError(
            f"Invalid name: {name}. Only letters, numbers, '_' and '-' are allowed."
        )
    if len(name) > _MOST:
        raise ModelArgumentError(f"Invalid name: {name}. Name must be less than 64 characters.")
    return name
