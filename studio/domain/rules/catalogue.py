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


def as_markdown() -> str:
    """Return the page that lists every check."""
    parts = [_HEAD]
    for prefix, title in _PARTS:
        rows = [_row(rule) for rule in RULES if rule.code.startswith(prefix)]
        table = ["| Code | Severity | Finds | What to do |", "|---|---|---|---|", *rows]
        parts.append(f"## {title}\n\n" + "\n".join(table) + "\n")
    return "\n".join(parts)


def _row(rule: Rule) -> str:
    return f"| {rule.code} | {rule.severity} | {rule.title} | {rule.advice} |"


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
