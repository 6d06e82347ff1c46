"""Turns an answer of Anthropic's SDK into a `CreateResult`."""

import json
from collections.abc import Mapping
from typing import Any

from studio.core import FunctionCall
from studio.core.models import CreateResult, FinishReasons, RequestUsage
from studio.ext.models._shared.errors import BadAnswerError
from studio.ext.models._shared.names import normalize_name

_STOP_REASONS: Mapping[str, FinishReasons] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "function_calls",
    "refusal": "content_filter",
}


def no_message() -> BadAnswerError:
    """Return the error of an answer with nothing in it."""
    return BadAnswerError(
        "the provider answered without a message",
        hint="Try again; if it stays so, the endpoint is not compatible with Anthropic's.",
    )


def to_result(message: Any) -> CreateResult:
    """Return our form of a message of the SDK's.

    Raises:
        BadAnswerError: It is no message.
    """
    if getattr(message, "content", None) is None:
        raise no_message()
    texts: list[str] = []
    thoughts: list[str] = []
    calls: list[FunctionCall] = []
    for block in message.content:
        if block.type == "text":
            texts.append(block.text)
        elif block.type == "thinking":
            thoughts.append(block.thinking)
        elif block.type == "tool_use":
            calls.append(to_call(block.id, block.name, block.input))
    return put_together(
        texts,
        thoughts,
        calls,
        stop_reason=message.stop_reason,
        usage=RequestUsage(
            prompt_tokens=message.usage.input_tokens or 0,
            completion_tokens=message.usage.output_tokens or 0,
        ),
    )


def put_together(
    texts: list[str],
    thoughts: list[str],
    calls: list[FunctionCall],
    *,
    stop_reason: str | None,
    usage: RequestUsage,
) -> CreateResult:
    """Return the answer made of these parts; text beside calls is the thought behind them."""
    text = "".join(texts)
    thought = "".join(thoughts) or (text if calls else None) or None
    return CreateResult(
        finish_reason=to_finish_reason(stop_reason),
        content=calls or text,
        usage=usage,
        cached=False,
        thought=thought,
    )


def to_call(call_id: str, name: str, arguments: object) -> FunctionCall:
    """Return a function call with its arguments as JSON text."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return FunctionCall(id=call_id, name=normalize_name(name), arguments=text)


def to_finish_reason(reason: str | None) -> FinishReasons:
    """Return why the answer ended."""
    return _STOP_REASONS.get(reason.lower(), "unknown") if reason else "unknown"
