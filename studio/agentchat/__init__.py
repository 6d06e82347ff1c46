"""Agents, teams and the messages between them, with the Python API of AutoGen AgentChat 0.7."""

from ._loggers import EVENT_LOGGER_NAME, TRACE_LOGGER_NAME

__all__ = ["EVENT_LOGGER_NAME", "TRACE_LOGGER_NAME"]
