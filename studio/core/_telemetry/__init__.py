"""Loggers and spans."""

from studio.core._telemetry.gen_ai import (
    trace_create_agent_span,
    trace_invoke_agent_span,
    trace_tool_span,
)
from studio.core._telemetry.loggers import (
    EVENT_LOGGER_NAME,
    ROOT_LOGGER_NAME,
    TRACE_LOGGER_NAME,
    emit_event,
    listening,
    listening_to_messages,
)
from studio.core._telemetry.runtime_spans import RuntimeSpans

__all__ = [
    "EVENT_LOGGER_NAME",
    "ROOT_LOGGER_NAME",
    "TRACE_LOGGER_NAME",
    "RuntimeSpans",
    "emit_event",
    "listening",
    "listening_to_messages",
    "trace_create_agent_span",
    "trace_invoke_agent_span",
    "trace_tool_span",
]
