"""Loggers and spans."""

from studio.core._telemetry.loggers import (
    EVENT_LOGGER_NAME,
    ROOT_LOGGER_NAME,
    TRACE_LOGGER_NAME,
    emit_event,
    listening,
)

__all__ = [
    "EVENT_LOGGER_NAME",
    "ROOT_LOGGER_NAME",
    "TRACE_LOGGER_NAME",
    "emit_event",
    "listening",
]
