"""Names that were probably meant."""

from collections.abc import Sequence
from difflib import get_close_matches

from studio.domain.json_values import JsonDict

_ALIKE = 0.5


def use_known(path: str, name: str, known: Sequence[str]) -> list[JsonDict] | None:
    """Return the fix that writes the name that was probably meant, if there is one."""
    choices = [item for item in known if item]
    found = get_close_matches(name, choices, 1, _ALIKE) or (choices if len(choices) == 1 else [])
    return [{"op": "set", "path": path, "value": found[0]}] if found else None
