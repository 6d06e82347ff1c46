"""Adds up what a run has used: tokens, money, time, for each agent and model."""

from typing import Any, cast

from studio.domain.json_values import JsonDict, as_dict

_NUMBERS = ("calls", "prompt_tokens", "completion_tokens", "duration_s")


class Totals:
    """The sums so far; they go on growing after a restart."""

    def __init__(self, earlier: JsonDict | None = None) -> None:
        earlier = earlier or {}
        self._sum: JsonDict = _empty() | {key: earlier[key] for key in _empty() if key in earlier}
        self._agents: dict[str, JsonDict] = dict(as_dict(earlier.get("agents")))
        self._models: dict[str, JsonDict] = dict(as_dict(earlier.get("models")))
        self.tool_calls: int = int(earlier.get("tool_calls") or 0)
        self.messages: int = int(earlier.get("messages") or 0)
        self.turns: int = int(earlier.get("turns") or 0)
        self.working_s: float = float(earlier.get("working_s") or 0.0)
        """Time spent working; waiting for people and pauses do not count."""

    @property
    def tokens(self) -> int:
        """All tokens, in and out."""
        return cast("int", self._sum["prompt_tokens"] + self._sum["completion_tokens"])

    @property
    def cost(self) -> float:
        """The money that is known to have been spent."""
        return cast("float", self._sum["cost"] or 0.0)

    @property
    def unpriced_models(self) -> list[str]:
        """The models that have been asked and whose price is not known."""
        return [name for name, sums in self._models.items() if sums["unpriced_calls"]]

    def add_call(
        self,
        *,
        agent: str,
        model: str,
        prompt_tokens: int,
        completion_tokens: int,
        cost: float | None,
        duration_s: float,
    ) -> None:
        """Count a model call."""
        for sums in (
            self._sum,
            self._agents.setdefault(agent, _empty()),
            self._models.setdefault(model, _empty()),
        ):
            sums["calls"] += 1
            sums["prompt_tokens"] += prompt_tokens
            sums["completion_tokens"] += completion_tokens
            sums["duration_s"] = round(sums["duration_s"] + duration_s, 6)
            if cost is None:
                sums["unpriced_calls"] += 1
            else:
                sums["cost"] = (sums["cost"] or 0.0) + cost

    def to_dict(self) -> JsonDict:
        """Return the sums as they are stored and shown.

        `calls` and `duration_s` are of models. `cost` is `None` when nothing is known about it;
        `unpriced_calls` counts the model calls whose price is not known, so a sum that leaves
        something out says so.
        """
        return {
            **self._sum,
            "tokens": self.tokens,
            "tool_calls": self.tool_calls,
            "messages": self.messages,
            "turns": self.turns,
            "working_s": round(self.working_s, 3),
            "agents": {name: dict(sums) for name, sums in self._agents.items()},
            "models": {name: dict(sums) for name, sums in self._models.items()},
        }


def _empty() -> dict[str, Any]:
    return {**dict.fromkeys(_NUMBERS, 0), "cost": None, "unpriced_calls": 0}
