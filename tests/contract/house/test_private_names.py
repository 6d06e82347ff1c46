"""What starts with an underscore stays inside its package."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3] / "studio"
SHARED = {"studio._kit"}


def imported_modules(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def owner_of(module: str) -> str | None:
    """Return the package whose private part `module` is, or `None` if all of it is public."""
    parts = module.split(".")
    for index, part in enumerate(parts):
        if part.startswith("_") and not part.startswith("__"):
            return ".".join(parts[:index])
    return None


def test_no_module_reaches_into_a_package_outside_its_own_part() -> None:
    reached: list[str] = []
    for file in ROOT.rglob("*.py"):
        here = ".".join(["studio", *file.relative_to(ROOT).parts])
        for module in imported_modules(file):
            if not module.startswith("studio.") or module.startswith("studio._kit"):
                continue
            owner = owner_of(module)
            if owner is not None and owner not in SHARED and not here.startswith(f"{owner}."):
                reached.append(f"{here}: {module}")

    assert reached == []
