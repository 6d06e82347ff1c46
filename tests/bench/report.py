"""What a measurement says, and how it is printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Row:
    """One number beside what we aim for."""

    subject: str
    value: float
    unit: str
    aim: float | None = None
    """At most this much, unless `at_least`; `None` means there is no aim."""
    at_least: bool = False
    beside: str = ""
    """What it was measured against, and how that did."""

    def verdict(self) -> str:
        """Say whether the aim is met."""
        if self.aim is None:
            return ""
        met = self.value >= self.aim if self.at_least else self.value <= self.aim
        sign = "≥" if self.at_least else "≤"
        return f"{'met' if met else 'SHORT'} (aim {sign} {self.aim:g} {self.unit})"


class Bench(Protocol):
    """A module of `tests/bench` that measures something."""

    def measure(self) -> Iterator[Row]:
        """Yield the numbers as they come."""
        ...


def format_row(row: Row) -> str:
    """Return the line that is printed."""
    beside = f"  [{row.beside}]" if row.beside else ""
    return f"{row.subject:<58} {row.value:>10.3f} {row.unit:<10} {row.verdict()}{beside}"
