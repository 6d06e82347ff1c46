"""Counts tokens without any network; exactly where the data is at hand, else by estimate.

The estimate is one token for every four bytes of UTF-8, begun ones included; for English prose it
is within about a tenth, for code and other scripts it is on the high side.
"""

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from studio._kit.settings import env

Counter = Callable[[str], int]

_PER_MESSAGE = 3
_PER_NAME = 1
_PER_CONVERSATION = 3
_PER_IMAGE = 85 + 4 * 170
_PER_TOOL = 12
_SOURCE = "https://openaipublic.blob.core.windows.net/encodings"
_HASHES = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}
_OLD_MODELS = ("gpt-4-", "gpt-3.5", "gpt-35")


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has.

    Example:
        >>> estimate_tokens("four letters")
        3
    """
    return -(-len(text.encode("utf-8", "replace")) // 4)


def counter_for(model: str) -> Counter:
    """Return what counts the tokens of a text for one of OpenAI's models."""
    old = model == "gpt-4" or model.startswith(_OLD_MODELS)
    return _find_encoding("cl100k_base" if old else "o200k_base") or estimate_tokens


def count_request(
    messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]], count: Counter
) -> int:
    """Return the tokens of a request in OpenAI's or a similar format."""
    total = _PER_CONVERSATION
    for message in messages:
        total += _PER_MESSAGE
        if "name" in message:
            total += _PER_NAME
        total += _count_value({k: v for k, v in message.items() if k != "type"}, count)
    for tool in tools:
        total += _PER_TOOL + count(json.dumps(tool, ensure_ascii=False))
    return total


def _count_value(value: Any, count: Counter) -> int:
    if isinstance(value, str):
        return count(value)
    if isinstance(value, Mapping):
        part = cast("Mapping[str, Any]", value)
        if part.get("type") in {"image_url", "image"}:
            return _PER_IMAGE
        return sum(_count_value(item, count) for item in part.values())
    if isinstance(value, list):
        return sum(_count_value(item, count) for item in cast("list[Any]", value))
    return 0 if value is None else count(str(value))


@cache
def _find_encoding(name: str) -> Counter | None:
    """Return a counter if the encoding's data has been downloaded before."""
    folder = env("TIKTOKEN_CACHE_DIR") or env("DATA_GYM_CACHE_DIR")
    place = Path(folder) if folder else Path(tempfile.gettempdir()) / "data-gym-cache"
    address = f"{_SOURCE}/{name}.tiktoken"
    file = place / hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
    try:
        if hashlib.sha256(file.read_bytes()).hexdigest() != _HASHES[name]:
            return None
    except OSError:
        return None
    import tiktoken  # noqa: PLC0415 - slow to load and rarely needed

    encoding = tiktoken.get_encoding(name)

    @lru_cache(maxsize=4096)
    def count(text: str) -> int:
        return len(encoding.encode(text, disallowed_special=()))

    return count
