"""What commands print: plain words for people, JSON for programs."""

import json
import sys
from typing import Any

from rich.console import Console


def console() -> Console:
    """Return the terminal; `NO_COLOR` is honoured, and pipes get plain text."""
    return Console(highlight=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """Print one JSON document on one line."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()
