"""Looking at messages, changing or dropping them, before they are delivered."""

import warnings
from collections.abc import Awaitable
from typing import Any, Protocol, TypeGuard, final

from studio.core._addressing import AgentId
from studio.core._runtime.protocols import MessageContext


@final
class DropMessage:
    """What an intervention handler returns, as class or instance, to drop the message."""


class InterventionHandler(Protocol):
    """Sees every message of a runtime before it is delivered.

    Each method returns the message, changed or not, or `DropMessage`.
    """

    async def on_send(
        self, message: Any, *, message_context: MessageContext, recipient: AgentId
    ) -> Any | type[DropMessage]:
        """See a message that is sent directly; an error reaches the sender."""
        ...

    async def on_publish(
        self, message: Any, *, message_context: MessageContext
    ) -> Any | type[DropMessage]:
        """See a message that is published; an error drops it, and is logged."""
        ...

    async def on_response(
        self, message: Any, *, sender: AgentId, recipient: AgentId | None
    ) -> Any | type[DropMessage]:
        """See a reply; an error reaches the one who waits for it."""
        ...


class DefaultInterventionHandler(InterventionHandler):
    """Lets everything pass; override what you want to see."""

    async def on_send(
        self, message: Any, *, message_context: MessageContext, recipient: AgentId
    ) -> Any | type[DropMessage]:
        """Return the message as it is."""
        return message

    async def on_publish(
        self, message: Any, *, message_context: MessageContext
    ) -> Any | type[DropMessage]:
        """Return the message as it is."""
        return message

    async def on_response(
        self, message: Any, *, sender: AgentId, recipient: AgentId | None
    ) -> Any | type[DropMessage]:
        """Return the message as it is."""
        return message


def is_drop(message: Any) -> TypeGuard[DropMessage | type[DropMessage]]:
    """Say whether a handler decided to drop."""
    return message is DropMessage or isinstance(message, DropMessage)


async def ask_handler(decision: Awaitable[Any], message: Any, hook: str) -> Any:
    """Return what a handler decides; the message itself if it forgot to say."""
    decided = await decision
    if decided is not None:
        return decided
    warnings.warn(
        f"Intervention handler {hook} returned None. Return the message, or DropMessage to drop "
        "it; the message goes on unchanged.",
        RuntimeWarning,
        stacklevel=3,
    )
    return message
