# data: how much models read, what they cost, which are gone and what to use instead
"""What is known of models by their names, for clients, costs, checks and forms alike.

A name stands for its dated versions too; of several names that fit, the longest counts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_VERSION: Final = re.compile(
    r"^(?:[-@:]|$)(?:\d[\d.-]*|latest|preview.*|exp.*|v\d.*)?(?:[-@:].*)?$"
)


@dataclass(frozen=True)
class ModelFacts:
    """What is known of one model."""

    context: int | None = None
    """Tokens that a request and its answer may have together."""
    price: tuple[float, float] | None = None
    """US dollars for a million tokens read and written, as the maker lists them."""
    use: str = ""
    """What to use instead: its maker has switched it off."""
    tools: bool = True
    """It can call functions, as far as we know."""


OPENAI: Final[dict[str, ModelFacts]] = {
    "gpt-6-astra": ModelFacts(400_000),
    "gpt-6-sol": ModelFacts(400_000),
    "gpt-6-luna": ModelFacts(400_000),
    "gpt-6.1-sol": ModelFacts(400_000),
    "gpt-6.1-terra": ModelFacts(400_000),
    "gpt-5.6-sol": ModelFacts(400_000),
    "gpt-5.6-terra": ModelFacts(400_000),
    "gpt-5.6-luna": ModelFacts(400_000),
    "gpt-5.5": ModelFacts(400_000),
    "gpt-5.4": ModelFacts(400_000),
    "gpt-5.4-mini": ModelFacts(400_000),
    "gpt-5.4-nano": ModelFacts(400_000),
    "gpt-5.3-chat": ModelFacts(400_000),
    "gpt-5.2": ModelFacts(400_000),
    "gpt-5.2-chat": ModelFacts(400_000),
    "gpt-5.2-pro": ModelFacts(400_000),
    "gpt-5.1": ModelFacts(400_000, (1.25, 10)),
    "gpt-5.1-chat": ModelFacts(400_000, (1.25, 10)),
    "gpt-5.1-codex": ModelFacts(400_000, (1.25, 10)),
    "gpt-5.1-mini": ModelFacts(400_000),
    "gpt-5": ModelFacts(400_000, (1.25, 10)),
    "gpt-5-mini": ModelFacts(400_000, (0.25, 2)),
    "gpt-5-nano": ModelFacts(400_000, (0.05, 0.4)),
    "gpt-5-chat": ModelFacts(400_000, (1.25, 10)),
    "gpt-4.1": ModelFacts(1_047_576, (2, 8)),
    "gpt-4.1-mini": ModelFacts(1_047_576, (0.4, 1.6)),
    "gpt-4.1-nano": ModelFacts(1_047_576, (0.1, 0.4)),
    "gpt-4.5-preview": ModelFacts(128_000, (75, 150), use="gpt-4.1"),
    "gpt-4o": ModelFacts(128_000, (2.5, 10)),
    "gpt-4o-2024-05-13": ModelFacts(128_000, (5, 15)),
    "gpt-4o-mini": ModelFacts(128_000, (0.15, 0.6)),
    "chatgpt-4o": ModelFacts(128_000),
    "gpt-4o-search-preview": ModelFacts(128_000),
    "gpt-4o-mini-search-preview": ModelFacts(128_000),
    "gpt-4-turbo": ModelFacts(128_000, (10, 30)),
    "gpt-4-0125-preview": ModelFacts(128_000, (10, 30)),
    "gpt-4-1106-preview": ModelFacts(128_000, (10, 30)),
    "gpt-4-1106-vision-preview": ModelFacts(128_000, use="gpt-4o"),
    "gpt-4-0613": ModelFacts(8_192, (30, 60)),
    "gpt-4-32k-0613": ModelFacts(32_768, (60, 120), use="gpt-4o"),
    "gpt-3.5-turbo-0125": ModelFacts(16_385, (0.5, 1.5)),
    "gpt-3.5-turbo-1106": ModelFacts(16_385, (1, 2)),
    "gpt-3.5-turbo-16k-0613": ModelFacts(16_385, use="gpt-4o-mini"),
    "gpt-3.5-turbo-instruct": ModelFacts(4_096, (1.5, 2), tools=False),
    "gpt-3.5-turbo-0613": ModelFacts(4_096, use="gpt-4o-mini"),
    "o4-mini": ModelFacts(200_000, (1.1, 4.4)),
    "o3": ModelFacts(200_000, (2, 8)),
    "o3-mini": ModelFacts(200_000, (1.1, 4.4)),
    "o1": ModelFacts(200_000, (15, 60)),
    "o1-preview": ModelFacts(128_000, (15, 60), use="o3", tools=False),
    "o1-mini": ModelFacts(128_000, (1.1, 4.4), use="o4-mini", tools=False),
    "gpt-4-32k": ModelFacts(32_768, (60, 120), use="gpt-4o"),
    "gpt-4": ModelFacts(8_192, (30, 60)),
    "gpt-3.5-turbo": ModelFacts(16_385, (0.5, 1.5)),
    "o1-pro": ModelFacts(None, (150, 600)),
    "o3-pro": ModelFacts(None, (20, 80)),
    "text-davinci-002": ModelFacts(use="gpt-4o-mini"),
    "text-davinci-003": ModelFacts(use="gpt-4o-mini"),
    "code-davinci-002": ModelFacts(use="gpt-4o-mini"),
    "gpt-3.5-turbo-0301": ModelFacts(use="gpt-4o-mini"),
    "gpt-3.5-turbo-16k": ModelFacts(16_385, use="gpt-4o-mini"),
    "gpt-4-0314": ModelFacts(None, (30, 60), use="gpt-4o"),
    "gpt-4-vision-preview": ModelFacts(use="gpt-4o"),
}
GOOGLE: Final[dict[str, ModelFacts]] = {
    "gemini-1.5-flash": ModelFacts(1_048_576, (0.075, 0.3), use="gemini-2.5-flash"),
    "gemini-1.5-flash-8b": ModelFacts(1_048_576, use="gemini-2.5-flash-lite"),
    "gemini-1.5-pro": ModelFacts(2_097_152, (1.25, 5), use="gemini-2.5-pro"),
    "gemini-2.0-flash": ModelFacts(1_048_576, (0.1, 0.4)),
    "gemini-2.0-flash-lite-preview-02-05": ModelFacts(1_048_576),
    "gemini-2.5-pro": ModelFacts(1_048_576, (1.25, 10)),
    "gemini-2.5-pro-preview-03-25": ModelFacts(2_097_152),
    "gemini-2.5-flash": ModelFacts(1_048_576, (0.3, 2.5)),
    "gemini-2.0-flash-lite": ModelFacts(1_048_576, (0.075, 0.3)),
    "gemini-2.5-flash-lite": ModelFacts(1_048_576, (0.1, 0.4)),
    "gemini-pro": ModelFacts(use="gemini-2.5-flash"),
    "gemini-1.0-pro": ModelFacts(use="gemini-2.5-flash"),
}
ANTHROPIC: Final[dict[str, ModelFacts]] = {
    "claude-3-haiku": ModelFacts(200_000, (0.25, 1.25)),
    "claude-3-sonnet": ModelFacts(200_000, (3, 15), use="claude-sonnet-4-5"),
    "claude-3-opus": ModelFacts(200_000, (15, 75), use="claude-opus-4-5"),
    "claude-3-5-haiku": ModelFacts(200_000, (0.8, 4), use="claude-haiku-4-5"),
    "claude-3-5-sonnet": ModelFacts(200_000, (3, 15), use="claude-sonnet-4-5"),
    "claude-3-7-sonnet": ModelFacts(200_000, (3, 15), use="claude-sonnet-4-5"),
    "claude-sonnet-4": ModelFacts(200_000, (3, 15)),
    "claude-opus-4": ModelFacts(200_000, (15, 75)),
    "claude-opus-4-1": ModelFacts(200_000, (15, 75)),
    "claude-sonnet-4-5": ModelFacts(200_000, (3, 15)),
    "claude-haiku-4-5": ModelFacts(200_000, (1, 5)),
    "claude-opus-4-5": ModelFacts(200_000, (5, 25)),
    "claude-sonnet-4-6": ModelFacts(200_000),
    "claude-opus-4-6": ModelFacts(200_000),
    "claude-fable-5": ModelFacts(200_000),
    "claude-fable-5-1": ModelFacts(200_000),
    "claude-fable-5-2": ModelFacts(200_000),
    "claude-mythos-5": ModelFacts(200_000),
    "claude-mythos-5-1": ModelFacts(200_000),
    "claude-mythos-5-2": ModelFacts(200_000),
    "claude-mythos-preview": ModelFacts(200_000),
    "claude-haiku-5-5": ModelFacts(200_000),
    "claude-sonnet-5": ModelFacts(200_000),
    "claude-sonnet-5-5": ModelFacts(200_000),
    "claude-opus-5": ModelFacts(200_000),
    "claude-opus-5-5": ModelFacts(200_000),
    "claude-opus-4-8": ModelFacts(200_000),
    "claude-opus-4-7": ModelFacts(200_000),
    "claude-opus-4-0": ModelFacts(200_000, (15, 75)),
    "claude-sonnet-4-0": ModelFacts(200_000, (3, 15)),
    "claude-instant-1.2": ModelFacts(100_000, (0.8, 2.4), use="claude-haiku-4-5"),
    "claude-2.0": ModelFacts(100_000, (8, 24), use="claude-sonnet-4-5"),
    "claude-2.1": ModelFacts(200_000, (8, 24), use="claude-sonnet-4-5"),
    "claude-instant-1.1": ModelFacts(use="claude-haiku-4-5"),
    "claude-2": ModelFacts(use="claude-sonnet-4-5"),
}
META: Final[dict[str, ModelFacts]] = {
    "Llama-3.3-8B-Instruct": ModelFacts(128_000),
    "Llama-3.3-70B-Instruct": ModelFacts(128_000),
    "Llama-4-Scout-17B-16E-Instruct-FP8": ModelFacts(128_000),
    "Llama-4-Maverick-17B-128E-Instruct-FP8": ModelFacts(128_000),
}
OTHERS: Final[dict[str, ModelFacts]] = {
    "deepseek-chat": ModelFacts(None, (0.27, 1.1)),
    "deepseek-reasoner": ModelFacts(None, (0.55, 2.19)),
    "mistral-large": ModelFacts(None, (2, 6)),
    "mistral-small": ModelFacts(None, (0.1, 0.3)),
    "replay": ModelFacts(None, (0, 0)),
}

FACTS: Final[Mapping[str, ModelFacts]] = OPENAI | ANTHROPIC | GOOGLE | META | OTHERS


@lru_cache(maxsize=512)
def facts_of(name: str) -> ModelFacts | None:
    """Return what is known of a model; a vendor in front of its name is left out."""
    plain = name.lower().rsplit("/", 1)[-1]
    fitting = [
        known
        for known in FACTS
        if plain.startswith(known.lower()) and _VERSION.match(plain[len(known) :])
    ]
    return FACTS[max(fitting, key=len)] if fitting else None
