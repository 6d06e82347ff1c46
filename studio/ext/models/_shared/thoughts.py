"""Finds the reasoning that some models write into their text."""

import warnings

_START, _END = "<think>", "</think>"


def split_thought(text: str) -> tuple[str | None, str]:
    """Return the reasoning between `<think>` and `</think>`, and the text without it.

    Example:
        >>> split_thought("<think>2 and 2</think>It is 4.")
        ('2 and 2', 'It is 4.')
    """
    start = text.find(_START)
    end = text.find(_END)
    if start < 0 or end < start:
        warnings.warn(
            "Could not find <think>..</think> field in model response content. "
            "No thought was extracted.",
            UserWarning,
            stacklevel=2,
        )
        return None, text
    return text[start + len(_START) : end].strip(), text[end + len(_END) :].strip()
