"""Tells the event log what happens to messages."""

import json
import logging
from typing import Any

from studio.core._addressing import AgentId, TopicId
from studio.core._runtime.protocols import Agent, MessageContext
from studio.core._telemetry import EVENT_LOGGER_NAME, ROOT_LOGGER_NAME, emit_event, listening
from studio.core._wire import SerializationRegistry
from studio.core.logging import (
    DeliveryStage,
    MessageDroppedEvent,
    MessageEvent,
    MessageHandlerExceptionEvent,
    MessageKind,
)

_events = logging.getLogger(EVENT_LOGGER_NAME)
_logger = logging.getLogger(ROOT_LOGGER_NAME)


class Journal:
    """Writes down messages, and only then puts them into text, when somebody reads it.

    The way of each message goes to the event logger alone; a run has no use for so much.
    """

    def __init__(self, registry: SerializationRegistry) -> None:
        self._registry: SerializationRegistry = registry

    def moved(
        self,
        message: Any,
        sender: AgentId | None,
        receiver: AgentId | TopicId | None,
        kind: MessageKind,
        stage: DeliveryStage,
    ) -> None:
        """A message was put on its way, or is about to be handled."""
        if _events.isEnabledFor(logging.INFO):
            event = MessageEvent(
                payload=self._registry.to_text(message),
                sender=sender,
                receiver=receiver,
                kind=kind,
                delivery_stage=stage,
            )
            _events.info(event)

    def dropped(
        self,
        message: Any,
        sender: AgentId | None,
        receiver: AgentId | TopicId | None,
        kind: MessageKind,
    ) -> None:
        """An intervention handler dropped a message."""
        if listening():
            payload = self._registry.to_text(message)
            emit_event(
                MessageDroppedEvent(payload=payload, sender=sender, receiver=receiver, kind=kind)
            )

    def failed(self, message: Any, agent_id: AgentId, error: BaseException) -> None:
        """A handler raised."""
        if listening():
            payload = self._registry.to_text(message)
            emit_event(
                MessageHandlerExceptionEvent(
                    payload=payload, handling_agent=agent_id, exception=error
                )
            )

    @staticmethod
    def unheard(text: str, place: AgentId | TopicId | str, error: BaseException) -> None:
        """Something failed that nobody waits for."""
        _logger.error("%s %s", text, place, exc_info=error)

    def handling_facts(
        self, message: Any, context: MessageContext, recipient: Agent | None, sender: Agent | None
    ) -> dict[str, str]:
        """Return what the span of a handler says."""
        return {
            **_agent_facts("sender", sender),
            **_agent_facts("recipient", recipient),
            "message_context": _context_text(context),
            "message": self._registry.to_text(message),
        }

    def reply_facts(
        self, message: Any, sender: Agent | None, recipient: Agent | None
    ) -> dict[str, str]:
        """Return what the span of a reply says."""
        return {
            **_agent_facts("sender", sender),
            **_agent_facts("recipient", recipient),
            "message": self._registry.to_text(message),
        }


def _agent_facts(role: str, agent: Agent | None) -> dict[str, str]:
    if agent is None:
        return {}
    return {f"{role}_agent_type": agent.id.type, f"{role}_agent_class": type(agent).__name__}


def _context_text(context: MessageContext) -> str:
    return json.dumps(
        {
            "sender": str(context.sender),
            "topic_id": str(context.topic_id),
            "is_rpc": context.is_rpc,
            "message_id": context.message_id,
        }
    )
