"""Messages on their way."""

from asyncio import Future
from contextvars import Context
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from studio.core._addressing import AgentId, CancellationToken, TopicId

if TYPE_CHECKING:
    from opentelemetry.trace import SpanContext


@dataclass(slots=True, eq=False)
class SendEnvelope:
    """A message for one agent, whose sender waits."""

    message: Any
    message_id: str
    sender: AgentId | None
    recipient: AgentId
    cancellation_token: CancellationToken
    future: "Future[Any]"
    context: Context
    link: "SpanContext | None"


@dataclass(slots=True, eq=False)
class PublishEnvelope:
    """A message for all who subscribe."""

    message: Any
    message_id: str
    sender: AgentId | None
    topic_id: TopicId
    cancellation_token: CancellationToken
    context: Context
    link: "SpanContext | None"


@dataclass(slots=True, eq=False)
class ResponseEnvelope:
    """The reply to a message that was sent; `recipient` is who sent that."""

    message: Any
    sender: AgentId
    recipient: AgentId | None
    future: "Future[Any]"
    link: "SpanContext | None"


Envelope = SendEnvelope | PublishEnvelope | ResponseEnvelope
