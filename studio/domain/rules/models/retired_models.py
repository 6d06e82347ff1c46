# data: models that their makers have switched off, with what to use instead
"""Models that are gone."""

from typing import Final

RETIRED: Final[dict[str, str]] = {
    "text-davinci-002": "gpt-4o-mini",
    "text-davinci-003": "gpt-4o-mini",
    "code-davinci-002": "gpt-4o-mini",
    "gpt-3.5-turbo-0301": "gpt-4o-mini",
    "gpt-3.5-turbo-0613": "gpt-4o-mini",
    "gpt-3.5-turbo-16k": "gpt-4o-mini",
    "gpt-3.5-turbo-16k-0613": "gpt-4o-mini",
    "gpt-4-0314": "gpt-4o",
    "gpt-4-32k": "gpt-4o",
    "gpt-4-32k-0314": "gpt-4o",
    "gpt-4-32k-0613": "gpt-4o",
    "gpt-4-vision-preview": "gpt-4o",
    "gpt-4-1106-vision-preview": "gpt-4o",
    "gpt-4.5-preview": "gpt-4.1",
    "gpt-4.5-preview-2025-02-27": "gpt-4.1",
    "o1-preview": "o3",
    "o1-preview-2024-09-12": "o3",
    "o1-mini": "o4-mini",
    "o1-mini-2024-09-12": "o4-mini",
    "claude-instant-1.1": "claude-haiku-4-5",
    "claude-instant-1.2": "claude-haiku-4-5",
    "claude-2": "claude-sonnet-4-5",
    "claude-2.0": "claude-sonnet-4-5",
    "claude-2.1": "claude-sonnet-4-5",
    "claude-3-sonnet-20240229": "claude-sonnet-4-5",
    "claude-3-opus-20240229": "claude-opus-4-5",
    "claude-3-opus-latest": "claude-opus-4-5",
    "claude-3-5-sonnet-20240620": "claude-sonnet-4-5",
    "claude-3-5-sonnet-20241022": "claude-sonnet-4-5",
    "claude-3-5-sonnet-latest": "claude-sonnet-4-5",
    "claude-3-5-haiku-20241022": "claude-haiku-4-5",
    "claude-3-5-haiku-latest": "claude-haiku-4-5",
    "claude-3-7-sonnet-20250219": "claude-sonnet-4-5",
    "claude-3-7-sonnet-latest": "claude-sonnet-4-5",
    "gemini-pro": "gemini-2.5-flash",
    "gemini-1.0-pro": "gemini-2.5-flash",
    "gemini-1.5-flash": "gemini-2.5-flash",
    "gemini-1.5-flash-8b": "gemini-2.5-flash-lite",
    "gemini-1.5-pro": "gemini-2.5-pro",
}
"""Old name to successor."""

WITHOUT_TOOLS: Final = frozenset(
    {
        "o1-preview",
        "o1-preview-2024-09-12",
        "o1-mini",
        "o1-mini-2024-09-12",
        "gpt-3.5-turbo-instruct",
    }
)
"""Models that cannot call functions."""
