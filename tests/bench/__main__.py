"""`python -m tests.bench [NAME…]`: run all measurements, or those named."""

import importlib
import pkgutil
import sys
from pathlib import Path
from typing import cast

from tests.bench.report import Bench, format_row


def main(names: list[str]) -> None:
    here = Path(__file__).parent
    found = sorted(m.name for m in pkgutil.iter_modules([str(here)]))
    for name in names or found:
        module = importlib.import_module(f"tests.bench.{name}")
        if not hasattr(module, "measure"):
            continue
        sys.stdout.write(f"\n{name}: {(module.__doc__ or '').strip().splitlines()[0]}\n")
        for row in cast("Bench", module).measure():
            sys.stdout.write(f"  {format_row(row)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
