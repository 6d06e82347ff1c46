"""All subscriptions of a runtime, and whom a topic reaches."""

from collections.abc import Hashable, Iterator

from studio.core._addressing import (
    AgentId,
    Subscription,
    TopicId,
    TypePrefixSubscription,
    TypeSubscription,
)
from studio.core.exceptions import RegistrationError

_MOST_KNOWN_TOPICS = 4096


class SubscriptionTable:
    """Keeps subscriptions in order, and remembers what topics have resolved to."""

    def __init__(self) -> None:
        self._by_id: dict[str, list[Subscription]] = {}
        self._identities: set[Hashable] = set()
        self._foreign: list[Subscription] = []
        self._known: dict[TopicId, list[AgentId]] = {}

    def __iter__(self) -> Iterator[Subscription]:
        return (s for group in self._by_id.values() for s in group)

    def add(self, subscription: Subscription) -> None:
        """Add a subscription.

        Raises:
            RegistrationError: There is an equal one.
        """
        identities = _identities(subscription)
        if not self._identities.isdisjoint(identities) or any(
            known == subscription for known in self._foreign
        ):
            raise RegistrationError("Subscription already exists")
        self._by_id.setdefault(subscription.id, []).append(subscription)
        self._identities.update(identities)
        if not identities:
            self._foreign.append(subscription)
        self._known.clear()

    def remove(self, subscription_id: str) -> None:
        """Remove the subscription with this id.

        Raises:
            RegistrationError: There is none.
        """
        group = self._by_id.pop(subscription_id, None)
        if group is None:
            raise RegistrationError("Subscription does not exist")
        for subscription in group:
            self._identities.difference_update(_identities(subscription))
        self._foreign = [s for s in self._foreign if s.id != subscription_id]
        self._known.clear()

    def recipients(self, topic_id: TopicId) -> list[AgentId]:
        """Return the agents that receive what is published to a topic, in order."""
        found = self._known.get(topic_id)
        if found is None:
            found = [s.map_to_agent(topic_id) for s in self if s.is_match(topic_id)]
            if len(self._known) >= _MOST_KNOWN_TOPICS:
                self._known.clear()
            self._known[topic_id] = found
        return found


def _identities(subscription: Subscription) -> set[Hashable]:
    # What makes a subscription equal to another one, for the classes whose equality is known;
    # comparing each new subscription with every other would make registration quadratic.
    equality = type(subscription).__eq__
    if isinstance(subscription, TypeSubscription) and equality is TypeSubscription.__eq__:
        content = ("type", subscription.topic_type, subscription.agent_type)
        return {content, ("type", subscription.id)}
    if isinstance(subscription, TypePrefixSubscription) and (
        equality is TypePrefixSubscription.__eq__
    ):
        content = ("prefix", subscription.topic_type_prefix, subscription.agent_type)
        return {content, ("prefix", subscription.id)}
    return set()
