"""Writes docs/checks.md: `python -m studio.domain.rules.catalogue > docs/checks.md`."""

import sys

from studio.domain.rules import RULES
from studio.domain.rules.rule import Rule

_HEAD = """# Checks

What Studio looks for in a team, on the canvas, in the JSON editor, in `studio validate` and in
`POST /api/validate`. Nothing is imported and nothing runs while it looks. An *error* keeps the team
from running, a *warning* is most likely not what you meant, an *info* is good to know. Codes stay
the same for ever; this page is written from the checks themselves.
"""

_PARTS = (
    ("CV1", "Teams"),
    ("CV2", "Graph flows"),
    ("CV3", "Agents"),
    ("CV4", "Tools and workbenches"),
    ("CV5", "Models"),
    ("CV6", "Termination conditions"),
    ("CV7", "The document"),
)


_NOT_HERE = (
    "A component that this Studio does not have",
    "Use what the hint names, or leave it to AutoGen: it is kept unchanged.",
)
_SCHEMAS = (
    (
        "component.schema",
        "A field that is missing or holds what it cannot",
        "Fill it in; its form shows what it takes.",
    ),
    ("component.unknown_module", *_NOT_HERE),
    ("component.unknown_class", *_NOT_HERE),
    (
        "component.missing_package",
        "A component that needs a package which is not installed",
        "Install what the hint names.",
    ),
    (
        "component.past_version",
        "A component of a version that can no longer be read",
        "Make it anew from the library.",
    ),
    ("component.type", "A class that is no component", "Name a component's class."),
)


def as_markdown() -> str:
    """Return the page that lists every check."""
    parts = [_HEAD]
    for prefix, title in _PARTS:
        rows = [_row(rule) for rule in RULES if rule.code.startswith(prefix)]
        parts.append(f"## {title}\n\n{_table(rows)}")
    rows = [f"| {code} | error | {finds} | {advice} |" for code, finds, advice in _SCHEMAS]
    return "\n".join([*parts, f"## What the classes themselves say\n\n{_table(rows)}"])


def _table(rows: list[str]) -> str:
    head = ["| Code | Severity | Finds | What to do |", "|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"


def _row(rule: Rule) -> str:
    return f"| {rule.code} | {rule.severity} | {rule.title} | {rule.advice} |"


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
