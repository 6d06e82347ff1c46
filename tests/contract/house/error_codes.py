"""Writes docs/errors.md: `python -m tests.contract.house.error_codes > docs/errors.md`."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from studio._kit.faults import FaultKind
from studio.api.errors import status_of
from studio.runs.failures import PROVIDER_FAILURES

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "errors.md"

HEAD = """# Errors

Every error has a code that stays, a sentence, and mostly a hint what to do. The API answers with
`{"error": {"code", "message", "hint", "details"}}` and the status given here; commands print
sentence and hint; runs that fail keep the code in their last `status` and `error` events. Errors of
the engine are also the built-in exceptions that AutoGen raises in their place. This page is written
from the program itself.
"""

WITHOUT_A_CLASS = {
    "auth.required": "Neither the session's cookie nor the right token came along",
    "auth.wrong_host": "The request names a host that this studio does not answer to",
    "auth.wrong_origin": "The request comes from a page of someone else",
    "request.invalid": "The body or the address does not fit the route",
    "request.method": "The route is not for this method",
    "request.not_found": "There is no such route",
    "request.syntax": "The body is not JSON",
    "request.too_large": "The body is larger than what is taken",
    "run.bad_component": "The team cannot be built from its component",
    "studio.internal": "Something unforeseen; the log of the server has it",
}


@dataclass(frozen=True)
class Entry:
    """One code."""

    code: str
    told: str
    raised: str = ""


def class_entries() -> Iterator[Entry]:
    """Return the codes of error classes, as the source says them."""
    for file in sorted((ROOT / "studio").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and (code := _code_of(node)):
                about = (ast.get_docstring(node) or "").splitlines()[0].rstrip(".")
                yield Entry(code, about, node.name)


def _code_of(node: ast.ClassDef) -> str | None:
    if not node.name.endswith(("Error", "Exception")):
        return None
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="code")], value=ast.Constant(value=str(code))):
                return code
            case ast.AnnAssign(target=ast.Name(id="code"), value=ast.Constant(value=str(code))):
                return code
            case _:
                pass
    return None


def spoken_codes() -> set[str]:
    """Return the codes that are said without an error class."""
    found: set[str] = set()
    for part in ("api", "runs", "app", "services"):
        for file in sorted((ROOT / "studio").glob(f"{part}*/**/*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(
                        func=ast.Name(id="error_response" | "error_body" | "Failure"),
                        args=[ast.Constant(value=str(code)), *_],
                    ):
                        found.add(code)
                    case _:
                        pass
    return found


def all_entries() -> list[Entry]:
    """Return every code there is, by name."""
    models = [
        Entry(f"run.model_{kind}", f"{text[0].upper()}{text[1:]}")
        for kind, (text, _) in PROVIDER_FAILURES.items()
    ]
    others = [Entry(code, text) for code, text in WITHOUT_A_CLASS.items()]
    return sorted(
        [*class_entries(), *models, *others], key=lambda entry: (entry.code, entry.raised)
    )


def page() -> str:
    """Return the page as Markdown."""
    parts: dict[str, list[str]] = {}
    for entry in all_entries():
        raised = f"`{entry.raised}`" if entry.raised else ""
        row = f"| `{entry.code}` | {status_of(entry.code)} | {raised} | {entry.told}. |"
        parts.setdefault(entry.code.partition(".")[0], []).append(row)
    lines = [HEAD]
    for part, rows in parts.items():
        lines += [f"## {part}", "", "| Code | Status | Error | What it says |", "|---|---|---|---|"]
        lines += [*rows, ""]
    return "\n".join(lines)


def kinds_without_a_text() -> set[str]:
    """Return kinds of provider failures that nobody would explain."""
    return set(get_args(FaultKind)) - set(PROVIDER_FAILURES) - {"unknown"}


if __name__ == "__main__":
    sys.stdout.write(page())
