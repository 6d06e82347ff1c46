"""What a model call costs."""

import re
from collections.abc import Mapping
from functools import lru_cache

from .prices import PRICES

_VERSION = re.compile(r"^(?:[-@:]|$)(?:\d[\d.-]*|latest|preview.*|exp.*|v\d.*)?(?:[-@:].*)?$")


def cost_of(
    model: str | None,
    prompt_tokens: int,
    completion_tokens: int,
    *,
    prices: Mapping[str, tuple[float, float]] = PRICES,
) -> float | None:
    """Return the price in US dollars, or `None` when we do not know what the model costs."""
    price = find_price(model) if prices is PRICES else _look_up(model, prices)
    if price is None:
        return None
    return (prompt_tokens * price[0] + completion_tokens * price[1]) / 1_000_000


@lru_cache(maxsize=512)
def find_price(model: str | None) -> tuple[float, float] | None:
    """Return input and output price of a million tokens."""
    return _look_up(model, PRICES)


def _look_up(
    model: str | None, prices: Mapping[str, tuple[float, float]]
) -> tuple[float, float] | None:
    if not model:
        return None
    name = model.lower().rsplit("/", 1)[-1]
    fitting = [
        known for known in prices if name.startswith(known) and _VERSION.match(name[len(known) :])
    ]
    return prices[max(fitting, key=len)] if fitting else None
