"""Keys and values of the cache, whatever form a store gives them back in."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from studio.core.models import CreateResult, LLMMessage
from studio.core.tools import Tool, ToolSchema
from studio.ext.models._shared.ask import ToolChoice

Entry = CreateResult | list[str | CreateResult]


def to_key(
    messages: Sequence[LLMMessage],
    tools: Sequence[Tool | ToolSchema],
    tool_choice: ToolChoice,
    json_output: bool | type[BaseModel] | None,
    extra_create_args: Mapping[str, Any],
) -> str:
    """Return the same text for the same question, in any process."""
    question: dict[str, Any] = {
        "messages": [message.model_dump(mode="json") for message in messages],
        "tools": [tool if isinstance(tool, dict) else tool.schema for tool in tools],
        "json_output": _shape(json_output),
        "extra_create_args": extra_create_args,
    }
    if tool_choice != "auto":
        question["tool_choice"] = (
            tool_choice if isinstance(tool_choice, str) else tool_choice.schema["name"]
        )
    text = json.dumps(question, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _shape(json_output: bool | type[BaseModel] | None) -> Any:
    return json_output.model_json_schema() if isinstance(json_output, type) else json_output


def to_entry(value: object) -> Entry | None:
    """Return what a store gave back as an answer; `None` if it is none.

    Stores that keep JSON give back texts, dictionaries and lists.
    """
    try:
        if isinstance(value, str | bytes):
            value = json.loads(value)
        if isinstance(value, list):
            pieces = [_to_piece(item) for item in cast("list[Any]", value)]
            return pieces if pieces and isinstance(pieces[-1], CreateResult) else None
        return _to_result(value)
    except (ValueError, ValidationError):
        return None


def _to_piece(value: object) -> str | CreateResult:
    return value if isinstance(value, str) else _to_result(value)


def _to_result(value: object) -> CreateResult:
    return value if isinstance(value, CreateResult) else CreateResult.model_validate(value)


def to_answer(entry: Entry) -> CreateResult:
    """Return the whole answer, marked as one from the cache."""
    result = entry if isinstance(entry, CreateResult) else cast("CreateResult", entry[-1])
    return result.model_copy(update={"cached": True})


def to_pieces(entry: Entry) -> list[str | CreateResult]:
    """Return the answer as a stream has it, marked as one from the cache."""
    answer = to_answer(entry)
    if isinstance(entry, list):
        return [*entry[:-1], answer]
    return [answer.content, answer] if isinstance(answer.content, str) else [answer]
