"""Recognises hand-overs among the calls an assistant's model has made."""

import warnings
from collections.abc import Sequence

from studio.agentchat.messages import HandoffMessage
from studio.core import FunctionCall
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
)

from .setup import Parts


def to_handoff(
    parts: Parts,
    calls: Sequence[FunctionCall],
    results: Sequence[FunctionExecutionResult],
    thought: str | None,
    message_id: str,
) -> HandoffMessage | None:
    """Return the first hand-over, if there is one, with the other calls in its context."""
    pairs = list(zip(calls, results, strict=True))
    handoffs = [(call, result) for call, result in pairs if call.name in parts.handoffs]
    if not handoffs:
        return None
    if len(handoffs) > 1:
        warnings.warn(
            "Multiple handoffs detected, only the first is executed: "
            f"{[call.name for call, _ in handoffs]}. Switch parallel tool calls off in the model "
            "client to avoid this.",
            UserWarning,
            stacklevel=2,
        )
    others = [(call, result) for call, result in pairs if call.name not in parts.handoffs]
    call, result = handoffs[0]
    return HandoffMessage(
        id=message_id,
        content=result.content,
        target=parts.handoffs[call.name].target,
        source=parts.name,
        context=_context(parts.name, others, thought),
    )


def _context(
    name: str,
    others: Sequence[tuple[FunctionCall, FunctionExecutionResult]],
    thought: str | None,
) -> list[LLMMessage]:
    if others:
        calls = [call for call, _ in others]
        return [
            AssistantMessage(content=calls, source=name, thought=thought),
            FunctionExecutionResultMessage(content=[result for _, result in others]),
        ]
    return [AssistantMessage(content=thought, source=name)] if thought else []
