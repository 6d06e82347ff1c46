"""Names of the loggers of agentchat."""

TRACE_LOGGER_NAME = "autogen_agentchat"
"""Logger of free-text debugging."""

EVENT_LOGGER_NAME = "autogen_agentchat.events"
"""Logger of structured events."""
