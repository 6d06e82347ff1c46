"""JSON inside a model's answer."""

import json
import re
from typing import Any

from studio._kit.errors import UsageError

_FENCE = re.compile(r"```(?:\s*([\w+\-]+))?\n(.*?)```", re.DOTALL)


def extract_json_from_str(content: str) -> list[dict[str, Any]]:
    r"""Return the JSON objects in the fenced blocks of a text, or the text as one object.

    Raises:
        ValueError: Something is not JSON, or a block is said to be of another language.

    Example:
        >>> extract_json_from_str('Here: ```json\n{"a": 1}\n```')
        [{'a': 1}]
    """
    blocks: list[tuple[str, str]] = _FENCE.findall(content)
    if not blocks:
        return [json.loads(content)]
    for language, _ in blocks:
        if language and language.lower() != "json":
            raise UsageError(f"Expected JSON object, but found language: {language}")
    return [json.loads(text) for _, text in blocks]
