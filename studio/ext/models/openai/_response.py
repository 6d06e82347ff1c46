"""Turns an answer of OpenAI's SDK into a `CreateResult`."""

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from studio.core import FunctionCall
from studio.core.models import (
    ChatCompletionTokenLogprob,
    CreateResult,
    FinishReasons,
    RequestUsage,
    TopLogprob,
)
from studio.ext.models._shared.errors import BadAnswerError
from studio.ext.models._shared.names import normalize_name
from studio.ext.models._shared.thoughts import split_thought

_FINISH_REASONS: Mapping[str, FinishReasons] = {
    "stop": "stop",
    "end_turn": "stop",
    "length": "length",
    "tool_calls": "function_calls",
    "function_calls": "function_calls",
    "content_filter": "content_filter",
}
_REASONING_FIELDS = ("reasoning_content", "reasoning")


def no_choice() -> BadAnswerError:
    """Return the error of an answer with nothing in it."""
    return BadAnswerError(
        "the provider answered without any choice",
        hint="Try again; if it stays so, the endpoint is not compatible with OpenAI's.",
    )


def to_result(completion: Any, *, thinks_aloud: bool) -> CreateResult:
    """Return our form of a chat completion.

    Args:
        completion: What the SDK returned.
        thinks_aloud: Whether the model writes its reasoning into the text, between `<think>` tags.

    Raises:
        BadAnswerError: There is no choice in it.
    """
    choices = getattr(completion, "choices", None)
    if not choices:
        raise no_choice()
    choice = choices[0]
    message = choice.message
    thought = find_reasoning(message)
    content: str | list[FunctionCall]
    if message.tool_calls:
        asked = ((call.id, call.function) for call in message.tool_calls)
        content = to_calls((call_id, ask.name, ask.arguments) for call_id, ask in asked)
        thought = message.content or thought
        reason = finish_with_calls(choice.finish_reason)
    else:
        if choice.finish_reason == "function_call":
            raise BadAnswerError("Function calls are not supported in this context")
        text: str = message.content or getattr(message, "refusal", None) or ""
        reason = to_finish_reason(choice.finish_reason)
        if thinks_aloud and thought is None:
            thought, text = split_thought(text)
        content = text
    return CreateResult(
        finish_reason=reason,
        content=content,
        usage=to_usage(completion.usage),
        cached=False,
        logprobs=_to_logprobs(choice.logprobs),
        thought=thought,
    )


def find_reasoning(message: Any) -> str | None:
    """Return the reasoning that compatible providers send in a field of their own."""
    for name in _REASONING_FIELDS:
        text = getattr(message, name, None)
        if isinstance(text, str) and text:
            return text
    return None


def to_usage(usage: Any) -> RequestUsage:
    """Return the tokens used; none if the provider does not tell."""
    return RequestUsage(
        prompt_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        completion_tokens=getattr(usage, "completion_tokens", 0) or 0,
    )


def to_finish_reason(reason: str | None) -> FinishReasons:
    """Return why the answer ended."""
    return _FINISH_REASONS.get(reason.lower(), "unknown") if reason else "unknown"


def finish_with_calls(reason: str | None) -> FinishReasons:
    """Return why an answer with calls ended, and warn when the provider says otherwise."""
    if reason != "tool_calls":
        warnings.warn(
            f"Finish reason mismatch: {reason} != tool_calls when tool_calls are present. "
            "Finish reason may not be accurate. This may be due to the API used that is not "
            "returning the correct finish reason.",
            UserWarning,
            stacklevel=3,
        )
    return "function_calls"


def to_calls(calls: Iterable[tuple[Any, Any, Any]]) -> list[FunctionCall]:
    """Return function calls with names and arguments as agents expect them."""
    return [
        FunctionCall(id=str(call_id), arguments=_to_arguments(arguments), name=normalize_name(name))
        for call_id, name, arguments in calls
    ]


def _to_arguments(arguments: object) -> str:
    if isinstance(arguments, str):
        return arguments
    warnings.warn(
        "Tool call function arguments field is not a string: "
        f"{arguments}. This is unexpected and may be due to the API used not returning the "
        "correct type. Attempting to convert it to string.",
        UserWarning,
        stacklevel=4,
    )
    return json.dumps(arguments) if isinstance(arguments, dict) else str(arguments or "")


def _to_logprobs(logprobs: Any) -> list[ChatCompletionTokenLogprob] | None:
    tokens = cast("Sequence[Any] | None", getattr(logprobs, "content", None))
    if not tokens:
        return None
    return [
        ChatCompletionTokenLogprob(
            token=token.token,
            logprob=token.logprob,
            top_logprobs=[TopLogprob(top.logprob, top.bytes) for top in token.top_logprobs or ()],
            bytes=token.bytes,
        )
        for token in tokens
    ]
