"""Turns an answer of Ollama's SDK into a `CreateResult`."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from studio.core import FunctionCall
from studio.core.models import CreateResult, FinishReasons, RequestUsage
from studio.ext.models._shared.names import normalize_name

_STOP_REASONS: Mapping[str, FinishReasons] = {"stop": "stop", "length": "length"}

NextId = Callable[[], str]
"""Gives the next id: the server gives calls none."""


def to_result(response: Any, *, next_id: NextId) -> CreateResult:
    """Return our form of a chat response of the SDK's."""
    message = response.message
    return put_together(
        message.content or "",
        getattr(message, "thinking", None) or "",
        to_calls(message.tool_calls or (), next_id),
        done_reason=response.done_reason,
        usage=to_usage(response),
    )


def put_together(
    text: str,
    thinking: str,
    calls: list[FunctionCall],
    *,
    done_reason: str | None,
    usage: RequestUsage,
) -> CreateResult:
    """Return the answer made of these parts; text beside calls is the thought behind them."""
    return CreateResult(
        finish_reason="function_calls" if calls else to_finish_reason(done_reason),
        content=calls or text,
        usage=usage,
        cached=False,
        thought=thinking or (text if calls else None) or None,
    )


def to_calls(calls: Iterable[Any], next_id: NextId) -> list[FunctionCall]:
    """Return function calls with arguments as JSON text."""
    return [
        FunctionCall(
            id=next_id(),
            name=normalize_name(call.function.name),
            arguments=json.dumps(call.function.arguments),
        )
        for call in calls
    ]


def to_usage(response: Any) -> RequestUsage:
    """Return the tokens used."""
    return RequestUsage(
        prompt_tokens=response.prompt_eval_count or 0,
        completion_tokens=response.eval_count or 0,
    )


def to_finish_reason(reason: str | None) -> FinishReasons:
    """Return why the answer ended."""
    return _STOP_REASONS.get(reason.lower(), "unknown") if reason else "unknown"
