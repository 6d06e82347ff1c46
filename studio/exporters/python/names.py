"""Names for variables, functions and imports of a script, none used twice."""

import builtins
import keyword
import re


class Names:
    """Gives out names and remembers them."""

    def __init__(self) -> None:
        self._taken: set[str] = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist}

    def claim(self, wanted: str) -> str:
        """Return the wanted name, or with a number behind it when it is taken."""
        base = re.sub(r"\W+", "_", wanted).strip("_") or "item"
        if not base.isidentifier():
            base = f"_{base}"
        name, number = base, 2
        while name in self._taken:
            name, number = f"{base}_{number}", number + 1
        self._taken.add(name)
        return name

    def reserve(self, name: str) -> None:
        """Take a name that is used whatever else is called so."""
        self._taken.add(name)

    def is_free(self, name: str) -> bool:
        """Tell whether a name can still be given out."""
        return name not in self._taken
