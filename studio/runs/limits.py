"""Budgets: what a run may use, and what happens when it has used it."""

from dataclasses import dataclass
from typing import Literal

from studio.domain.run import Budget

from .totals import Totals

Limit = Literal["tokens", "cost", "turns", "seconds"]

GO_ON = "continue"
STOP = "stop"
ASK_SCHEMA = {"type": "string", "enum": [GO_ON, STOP]}


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
                return f"The run has worked for {self.value:.0f} of {self.of:g} seconds."
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


def extended(budget: Budget, given: Budget, reached: Reached) -> Budget:
    """Return a budget that allows as much again of what has run out."""
    again = getattr(given, reached.limit) or reached.of
    more = reached.value + again
    value = more if reached.limit in {"cost", "seconds"} else int(more)
    return budget.model_copy(update={reached.limit: value})
