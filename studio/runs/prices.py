# data: prices of models
"""List prices of models, in US dollars for a million tokens: (input, output)."""

PRICES: dict[str, tuple[float, float]] = {
    # OpenAI
    "gpt-5": (1.25, 10.0),
    "gpt-5-mini": (0.25, 2.0),
    "gpt-5-nano": (0.05, 0.4),
    "gpt-4.1": (2.0, 8.0),
    "gpt-4.1-mini": (0.4, 1.6),
    "gpt-4.1-nano": (0.1, 0.4),
    "gpt-4.5-preview": (75.0, 150.0),
    "gpt-4o": (2.5, 10.0),
    "gpt-4o-2024-05-13": (5.0, 15.0),
    "gpt-4o-mini": (0.15, 0.6),
    "gpt-4-turbo": (10.0, 30.0),
    "gpt-4-32k": (60.0, 120.0),
    "gpt-4": (30.0, 60.0),
    "gpt-3.5-turbo": (0.5, 1.5),
    "o1": (15.0, 60.0),
    "o1-mini": (1.1, 4.4),
    "o1-preview": (15.0, 60.0),
    "o1-pro": (150.0, 600.0),
    "o3": (2.0, 8.0),
    "o3-mini": (1.1, 4.4),
    "o3-pro": (20.0, 80.0),
    "o4-mini": (1.1, 4.4),
    # Anthropic
    "claude-3-haiku": (0.25, 1.25),
    "claude-3-sonnet": (3.0, 15.0),
    "claude-3-opus": (15.0, 75.0),
    "claude-3-5-haiku": (0.8, 4.0),
    "claude-3-5-sonnet": (3.0, 15.0),
    "claude-3-7-sonnet": (3.0, 15.0),
    "claude-haiku-4-5": (1.0, 5.0),
    "claude-sonnet-4": (3.0, 15.0),
    "claude-opus-4": (15.0, 75.0),
    "claude-opus-4-1": (15.0, 75.0),
    "claude-opus-4-5": (5.0, 25.0),
    # Google
    "gemini-1.5-flash": (0.075, 0.3),
    "gemini-1.5-pro": (1.25, 5.0),
    "gemini-2.0-flash": (0.1, 0.4),
    "gemini-2.0-flash-lite": (0.075, 0.3),
    "gemini-2.5-flash": (0.3, 2.5),
    "gemini-2.5-flash-lite": (0.1, 0.4),
    "gemini-2.5-pro": (1.25, 10.0),
    # Others, at their makers
    "deepseek-chat": (0.27, 1.1),
    "deepseek-reasoner": (0.55, 2.19),
    "mistral-large": (2.0, 6.0),
    "mistral-small": (0.1, 0.3),
    # Ours: scripted answers cost nothing
    "replay": (0.0, 0.0),
}
"""A name stands for its dated versions too; the longest name that fits counts."""
