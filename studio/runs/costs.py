"""What a model call costs."""

from studio.core.models.facts import facts_of


def cost_of(model: str | None, prompt_tokens: int, completion_tokens: int) -> float | None:
    """Return the price in US dollars, or `None` when we do not know what the model costs."""
    facts = facts_of(model) if model else None
    if facts is None or facts.price is None:
        return None
    return (prompt_tokens * facts.price[0] + completion_tokens * facts.price[1]) / 1_000_000
