"""Import statements as data."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class Alias:
    """`import name as alias`, or `name as alias` inside a `from` import."""

    name: str
    alias: str


@dataclass(frozen=True)
class ImportFromModule:
    """`from module import ...`; a list of names is kept as a tuple."""

    module: str
    imports: tuple[str | Alias, ...]

    def __init__(self, module: str, imports: Sequence[str | Alias] | str) -> None:
        names = (imports,) if isinstance(imports, str) else tuple(imports)
        object.__setattr__(self, "module", module)
        object.__setattr__(self, "imports", names)


Import = str | ImportFromModule | Alias
"""`import x`, `from x import y` or `import x as y`."""


def import_line(item: Import) -> str:
    """Return the statement that an import stands for.

    Example:
        >>> import_line(ImportFromModule("math", ["pi", Alias("tau", "turn")]))
        'from math import pi, tau as turn'
    """
    if isinstance(item, str):
        return f"import {item}"
    if isinstance(item, Alias):
        return f"import {item.name} as {item.alias}"
    names = ", ".join(
        name if isinstance(name, str) else f"{name.name} as {name.alias}" for name in item.imports
    )
    return f"from {item.module} import {names}"
