"""Makes the assistant's final message."""

from collections.abc import Sequence

from studio.agentchat.messages import BaseChatMessage, TextMessage, ToolCallSummaryMessage
from studio.core import FunctionCall
from studio.core.models import FunctionExecutionResult, RequestUsage

from .setup import Parts


def to_answer(parts: Parts, text: str, usage: RequestUsage, message_id: str) -> BaseChatMessage:
    """Return the model's text as a message, typed if the assistant has an output type."""
    if parts.structured is None:
        return TextMessage(id=message_id, content=text, source=parts.name, models_usage=usage)
    return parts.structured.StructuredMessage(
        id=message_id,
        content=parts.structured.ContentModel.model_validate_json(text),
        source=parts.name,
        models_usage=usage,
        format_string=parts.structured.format_string,
    )


def to_summary(
    parts: Parts,
    calls: Sequence[FunctionCall],
    results: Sequence[FunctionExecutionResult],
    message_id: str,
) -> ToolCallSummaryMessage:
    """Return the results of the calls as one text, one line or more for each."""
    pairs = [
        (call, result)
        for call, result in zip(calls, results, strict=True)
        if call.name not in parts.handoffs
    ]
    return ToolCallSummaryMessage(
        id=message_id,
        content="\n".join(_format(parts, call, result) for call, result in pairs),
        source=parts.name,
        tool_calls=[call for call, _ in pairs],
        results=[result for _, result in pairs],
    )


def _format(parts: Parts, call: FunctionCall, result: FunctionExecutionResult) -> str:
    if parts.summary_formatter is not None:
        return parts.summary_formatter(call, result)
    return parts.summary_format.format(
        tool_name=call.name,
        arguments=call.arguments,
        result=result.content,
        is_error=result.is_error,
    )
