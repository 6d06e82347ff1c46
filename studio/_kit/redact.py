"""Keeps secrets out of what people and logs see."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

MASK = "**********"

_SECRET_NAME = re.compile(
    r"(?:^|[_-])(?:api[_-]?key|apikey|access[_-]?key|secret|token|password|passwd|authorization"
    r"|credentials?|private[_-]?key|azure[_-]?ad[_-]?token)(?:[_-]?value)?$",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"^\$\{[A-Za-z_][A-Za-z0-9_]*\}$")
_SHAPES = re.compile(
    r"""
    sk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{16,}        # OpenAI, Anthropic, OpenRouter
  | \bAIza[0-9A-Za-z_-]{35}\b                       # Google
  | \bgh[pousr]_[A-Za-z0-9]{30,}\b                  # GitHub
  | \bgithub_pat_[A-Za-z0-9_]{30,}\b
  | \bxox[abprs]-[A-Za-z0-9-]{10,}\b                # Slack
  | \bAKIA[0-9A-Z]{16}\b                            # AWS
  | \bhf_[A-Za-z0-9]{30,}\b                         # Hugging Face
  | \bgsk_[A-Za-z0-9]{30,}\b                        # Groq
  | (?<=Bearer\s)[A-Za-z0-9._~+/-]{16,}=*
    """,
    re.VERBOSE,
)
_MARKS = (
    "sk-",
    "AIza",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "xox",
    "AKIA",
    "hf_",
    "gsk_",
    "Bearer",
)
"""Every shape contains one of these: looking for them is much quicker than for the shapes."""

_BEGINNINGS = "|".join(
    re.escape(mark[:size]) for mark in _MARKS for size in range(len(mark) - 1, 0, -1)
)
_BEGUN = re.compile(
    rf"(?:{'|'.join(map(re.escape, _MARKS))})[A-Za-z0-9._~+/=-]*\Z"
    rf"|Bearer\s+[A-Za-z0-9._~+/=-]*\Z|\b(?:{_BEGINNINGS})\Z"
)
"""The end of a text that may be the beginning of a key."""

_LONGEST = 1000
"""Keys are shorter."""

_MIN_LENGTH = 6
"""Shorter secrets are not searched for: they would blank out ordinary words."""


def is_secret_name(name: str) -> bool:
    """Tell whether a field of this name usually holds a secret."""
    return bool(_SECRET_NAME.search(name))


def is_placeholder(value: object) -> bool:
    """Tell whether `value` is a reference such as `${OPENAI_API_KEY}` and not a key itself."""
    return isinstance(value, str) and bool(_PLACEHOLDER.match(value))


def looks_like_secret(text: str) -> bool:
    """Tell whether the text contains something shaped like a vendor's key."""
    return any(mark in text for mark in _MARKS) and bool(_SHAPES.search(text))


class Redactor:
    """Masks known secrets, everything shaped like a key, and the values of secret fields."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = sorted({s for s in secrets if len(s) >= _MIN_LENGTH}, key=len, reverse=True)
        self._secrets = known
        self._known = re.compile("|".join(map(re.escape, known))) if known else None

    def text(self, text: str) -> str:
        """Return `text` with every secret replaced by asterisks."""
        if self._known is not None:
            text = self._known.sub(MASK, text)
        if any(mark in text for mark in _MARKS):
            return _SHAPES.sub(MASK, text)
        return text

    def settled(self, text: str) -> int:
        """Return how much of a text that goes on can be shown already.

        What follows may be the beginning of a secret whose end is still to come.
        """
        begun = _BEGUN.search(text, max(0, len(text) - _LONGEST))
        end = len(text) if begun is None else begun.start()
        for secret in self._secrets:
            for size in range(min(len(secret) - 1, len(text)), 0, -1):
                if len(text) - size >= end:
                    continue
                if text.endswith(secret[:size]):
                    end = len(text) - size
                    break
        return end

    def value(self, value: Any) -> Any:
        """Return a copy of JSON-like data without secrets; references by name stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {
                key: self._field(key, item)
                for key, item in cast("Mapping[Any, Any]", value).items()
            }
        if isinstance(value, list | tuple):
            return [self.value(item) for item in cast("Iterable[Any]", value)]
        return value

    def _field(self, key: object, item: Any) -> Any:
        secret = isinstance(key, str) and isinstance(item, str) and is_secret_name(key)
        if secret and item and not is_placeholder(item):
            return MASK
        return self.value(item)


def redact(value: Any) -> Any:
    """Return a copy of JSON-like data (or text) in which what looks like a secret is masked."""
    return Redactor().value(value)
