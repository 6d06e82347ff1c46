"""Class decorators that subscribe all agents of a class."""

from collections.abc import Callable
from typing import TypeVar, overload

from studio.core._addressing import DefaultSubscription
from studio.core._agents.base_agent import BaseAgent, UnboundSubscription

BaseAgentType = TypeVar("BaseAgentType", bound=BaseAgent)


def subscription_factory(
    subscription: UnboundSubscription,
) -> Callable[[type[BaseAgentType]], type[BaseAgentType]]:
    """Return a class decorator that adds what `subscription` builds at registration."""

    def decorate(cls: type[BaseAgentType]) -> type[BaseAgentType]:
        cls.internal_unbound_subscriptions_list.append(subscription)
        return cls

    return decorate


@overload
def default_subscription(
    cls: None = None,
) -> Callable[[type[BaseAgentType]], type[BaseAgentType]]: ...


@overload
def default_subscription(cls: type[BaseAgentType]) -> type[BaseAgentType]: ...


def default_subscription(
    cls: type[BaseAgentType] | None = None,
) -> Callable[[type[BaseAgentType]], type[BaseAgentType]] | type[BaseAgentType]:
    """Subscribe agents of a class to the default topic; usable with and without parentheses."""
    decorate = subscription_factory(lambda: [DefaultSubscription()])
    return decorate if cls is None else decorate(cls)


def type_subscription(
    topic_type: str,
) -> Callable[[type[BaseAgentType]], type[BaseAgentType]]:
    """Return a class decorator that subscribes agents of the class to one topic type."""
    return subscription_factory(lambda: [DefaultSubscription(topic_type=topic_type)])
