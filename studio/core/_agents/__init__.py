"""Agents to derive one's own from."""

from studio.core._agents.base_agent import BaseAgent
from studio.core._agents.class_subscriptions import default_subscription, type_subscription
from studio.core._agents.closure_agent import ClosureAgent, ClosureContext
from studio.core._agents.handlers import event, message_handler, rpc
from studio.core._agents.routed_agent import RoutedAgent

__all__ = [
    "BaseAgent",
    "ClosureAgent",
    "ClosureContext",
    "RoutedAgent",
    "default_subscription",
    "event",
    "message_handler",
    "rpc",
    "type_subscription",
]
