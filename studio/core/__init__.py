"""Core of the engine: agents, the runtime they live in, components."""

from studio.core._addressing import (
    AgentId,
    AgentType,
    CancellationToken,
    DefaultSubscription,
    DefaultTopicId,
    MessageHandlerContext,
    Subscription,
    SubscriptionInstantiationContext,
    TopicId,
    TypePrefixSubscription,
    TypeSubscription,
)
from studio.core._telemetry import EVENT_LOGGER_NAME, ROOT_LOGGER_NAME, TRACE_LOGGER_NAME

__all__ = [
    "EVENT_LOGGER_NAME",
    "ROOT_LOGGER_NAME",
    "TRACE_LOGGER_NAME",
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
]
