"""The engine's loggers, and the one way events reach them."""

import logging

from studio._kit.run_context import current_run

ROOT_LOGGER_NAME = "autogen_core"
"""Name of the root logger."""

EVENT_LOGGER_NAME = "autogen_core.events"
"""Name of the logger of structured events."""

TRACE_LOGGER_NAME = "autogen_core.trace"
"""Name of the logger of texts for debugging."""

_events = logging.getLogger(EVENT_LOGGER_NAME)


def listening() -> bool:
    """Say whether anyone would see an event; ask before building a costly one."""
    return current_run() is not None or _events.isEnabledFor(logging.INFO)


def listening_to_messages() -> bool:
    """Say whether anyone logs the way of every message; runs do not, it is too much."""
    return _events.isEnabledFor(logging.INFO)


def emit_event(event: object) -> None:
    """Give a structured event to the current run, if any, and to the event logger."""
    run = current_run()
    if run is not None:
        run.emit(event)
    if _events.isEnabledFor(logging.INFO):
        _events.info(event)
