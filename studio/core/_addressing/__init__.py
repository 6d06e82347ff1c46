"""Names of agents and topics, and the subscriptions between them."""

from studio.core._addressing.agent_id import AgentId, AgentType, check_agent_type
from studio.core._addressing.cancellation import CancellationToken
from studio.core._addressing.handler_context import MessageHandlerContext
from studio.core._addressing.subscription import (
    DefaultSubscription,
    Subscription,
    SubscriptionInstantiationContext,
    TypePrefixSubscription,
    TypeSubscription,
)
from studio.core._addressing.topic_id import DefaultTopicId, TopicId

__all__ = [
    "AgentId",
    "AgentType",
    "CancellationToken",
    "DefaultSubscription",
    "DefaultTopicId",
    "MessageHandlerContext",
    "Subscription",
    "SubscriptionInstantiationContext",
    "TopicId",
    "TypePrefixSubscription",
    "TypeSubscription",
    "check_agent_type",
]
