"""Tells the current run and the event logger what a client does."""

import logging

from studio._kit.run_context import current_run
from studio.core import EVENT_LOGGER_NAME

_logger = logging.getLogger(EVENT_LOGGER_NAME)


def listening() -> bool:
    """Say whether anyone would see an event; ask before building a costly one."""
    return current_run() is not None or _logger.isEnabledFor(logging.INFO)


def emit_event(event: object) -> None:
    """Give a structured event to whoever listens."""
    run = current_run()
    if run is not None:
        run.emit(event)
    _logger.info(event)
