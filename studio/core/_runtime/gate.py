"""Leads each message past the intervention handlers."""

import asyncio
from collections.abc import Sequence
from typing import Any

from studio.core._runtime.envelopes import PublishEnvelope, ResponseEnvelope, SendEnvelope
from studio.core._runtime.interception import InterventionHandler, ask_handler, is_drop
from studio.core._runtime.journal import Journal
from studio.core._runtime.protocols import MessageContext
from studio.core._telemetry import RuntimeSpans
from studio.core.exceptions import MessageDroppedException
from studio.core.logging import MessageKind


class Gate:
    """Asks the handlers in order; each sees what the one before made of the message.

    The methods say whether the message passes, and tell those who wait when it does not.
    """

    def __init__(
        self, handlers: Sequence[InterventionHandler], journal: Journal, spans: RuntimeSpans
    ) -> None:
        self._handlers: tuple[InterventionHandler, ...] = tuple(handlers)
        self._journal: Journal = journal
        self._spans: RuntimeSpans = spans

    def __bool__(self) -> bool:
        return bool(self._handlers)

    async def admits_send(self, envelope: SendEnvelope) -> bool:
        """Ask about a direct message."""
        context = message_context(envelope)
        for handler in self._handlers:
            try:
                with self._spans.step("intercept", type(handler).__name__, envelope.link):
                    decision = handler.on_send(
                        envelope.message, message_context=context, recipient=envelope.recipient
                    )
                    decided = await ask_handler(decision, envelope.message, "on_send")
            except BaseException as e:  # noqa: BLE001 - it is the sender's
                fail_future(envelope.future, e)
                return False
            if is_drop(decided):
                self._journal.dropped(
                    envelope.message, envelope.sender, envelope.recipient, MessageKind.DIRECT
                )
                fail_future(envelope.future, MessageDroppedException())
                return False
            envelope.message = decided
        return True

    async def admits_publish(self, envelope: PublishEnvelope) -> bool:
        """Ask about a published message."""
        context = message_context(envelope)
        for handler in self._handlers:
            try:
                with self._spans.step("intercept", type(handler).__name__, envelope.link):
                    decision = handler.on_publish(envelope.message, message_context=context)
                    decided = await ask_handler(decision, envelope.message, "on_publish")
            except BaseException as e:  # noqa: BLE001 - nobody waits for it
                raise_own_cancellation(e)
                self._journal.unheard("Exception raised in intervention handler for", str(e), e)
                return False
            if is_drop(decided):
                self._journal.dropped(
                    envelope.message, envelope.sender, envelope.topic_id, MessageKind.PUBLISH
                )
                return False
            envelope.message = decided
        return True

    async def admits_response(self, envelope: ResponseEnvelope) -> bool:
        """Ask about a reply."""
        for handler in self._handlers:
            try:
                decision = handler.on_response(
                    envelope.message, sender=envelope.sender, recipient=envelope.recipient
                )
                decided = await ask_handler(decision, envelope.message, "on_response")
            except BaseException as e:  # noqa: BLE001 - it is the sender's
                fail_future(envelope.future, e)
                return False
            if is_drop(decided):
                self._journal.dropped(
                    envelope.message, envelope.sender, envelope.recipient, MessageKind.RESPOND
                )
                fail_future(envelope.future, MessageDroppedException())
                return False
            envelope.message = decided
        return True


def message_context(envelope: SendEnvelope | PublishEnvelope) -> MessageContext:
    """Return what handlers are told about a message."""
    is_rpc = isinstance(envelope, SendEnvelope)
    return MessageContext(
        sender=envelope.sender,
        topic_id=None if is_rpc else envelope.topic_id,
        is_rpc=is_rpc,
        cancellation_token=envelope.cancellation_token,
        message_id=envelope.message_id,
    )


def fail_future(future: "asyncio.Future[Any]", error: BaseException) -> None:
    """Give an error to the one who waits, and go on, unless this very task is being ended."""
    if not future.done():
        if isinstance(error, asyncio.CancelledError):
            future.cancel()
        else:
            future.set_exception(error)
    raise_own_cancellation(error)


def raise_own_cancellation(error: BaseException) -> None:
    """Raise `error` if it is there to end the current task, and not something linked to it."""
    task = asyncio.current_task()
    if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
        raise error
