"""Budgets: what a run may use, and what happens when it has used it."""

from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from studio.domain.json_values import JsonDict, as_dict
from studio.domain.run import Budget

from .totals import Totals

Limit = Literal["tokens", "cost", "turns", "seconds"]

GO_ON = "continue"
STOP = "stop"
ASKER = "studio"
"""Who asks whether to go on."""


def ask_schema(reached: "Reached") -> JsonDict:
    """Return what the question may be answered: go on, stop, or by how much to raise the limit."""
    return {
        "type": "string",
        "enum": [GO_ON, STOP],
        "x-or": {
            "type": "object",
            "properties": {
                "raise_by": {
                    "type": "number",
                    "exclusiveMinimum": 0,
                    "title": f"Raise the limit of {reached.limit} by",
                    "default": reached.of,
                }
            },
            "required": ["raise_by"],
            "additionalProperties": False,
        },
    }


@dataclass(frozen=True)
class Reached:
    """A limit that has been reached."""

    limit: Limit
    value: float
    of: float

    @property
    def text(self) -> str:
        """The limit in words."""
        match self.limit:
            case "cost":
                return f"The budget of ${self.of:g} is used up (${self.value:.4g})."
            case "seconds":
                spent = f"{self.value:.0f}" if self.of >= 10 else f"{self.value:.2g}"
                return f"The run has worked for {spent} of {self.of:g} seconds."
            case _:
                return f"The run has used {self.value:,.0f} of {self.of:,.0f} {self.limit}."


def find_reached(budget: Budget, totals: Totals, working_s: float) -> Reached | None:
    """Return the first limit that has been reached, if any."""
    used: dict[Limit, float] = {
        "tokens": totals.tokens,
        "cost": totals.cost,
        "turns": totals.turns,
        "seconds": working_s,
    }
    for limit, value in used.items():
        allowed = getattr(budget, limit)
        if allowed is not None and value >= allowed:
            return Reached(limit, value, allowed)
    return None


def extended(budget: Budget, given: Budget, reached: Reached, answer: Any) -> Budget:
    """Return a budget that allows as much more of what has run out as the answer says.

    Without a number it is as much again as there was in the beginning.
    """
    raise_by = as_dict(answer).get("raise_by")
    if raise_by is None:
        again = getattr(given, reached.limit) or reached.of
        more = reached.value + again
    else:
        more = reached.of + raise_by
    value = more if reached.limit in {"cost", "seconds"} else ceil(more)
    return budget.model_copy(update={reached.limit: value})
