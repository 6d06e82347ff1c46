"""Which agents a broadcast reaches."""

import uuid
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Protocol, runtime_checkable

from studio.core._addressing.agent_id import AgentId, AgentType
from studio.core._addressing.topic_id import TopicId
from studio.core.exceptions import CantHandleException, RuntimeStateError


@runtime_checkable
class Subscription(Protocol):
    """Decides whether a topic concerns an agent, and which one."""

    @property
    def id(self) -> str:
        """A unique id, by which the subscription can be removed."""
        ...

    def __eq__(self, other: object) -> bool:
        """Say whether `other` subscribes the same agents to the same topics."""
        ...

    def is_match(self, topic_id: TopicId) -> bool:
        """Say whether a message published to `topic_id` concerns this subscription."""
        ...

    def map_to_agent(self, topic_id: TopicId) -> AgentId:
        """Return the agent that receives what is published to `topic_id`.

        Raises:
            CantHandleException: The topic does not match.
        """
        ...


class TypeSubscription(Subscription):
    """Gives each source of one topic type its own agent, whose key is that source."""

    def __init__(self, topic_type: str, agent_type: str | AgentType, id: str | None = None) -> None:
        self._topic_type: str = topic_type
        self._agent_type: str = _type_name(agent_type)
        self._id: str = id or str(uuid.uuid4())

    @property
    def id(self) -> str:
        """A unique id, by which the subscription can be removed."""
        return self._id

    @property
    def topic_type(self) -> str:
        """The type of the topics that match."""
        return self._topic_type

    @property
    def agent_type(self) -> str:
        """The type of the agents that receive."""
        return self._agent_type

    def is_match(self, topic_id: TopicId) -> bool:
        """Say whether the topic has this type."""
        return topic_id.type == self._topic_type

    def map_to_agent(self, topic_id: TopicId) -> AgentId:
        """Return the agent whose key is the topic's source."""
        if topic_id.type != self._topic_type:
            raise CantHandleException(f"topic {str(topic_id)!r} does not match this subscription")
        return AgentId(self._agent_type, topic_id.source)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypeSubscription):
            return False
        return self._id == other._id or (
            self._agent_type == other._agent_type and self._topic_type == other._topic_type
        )

    __hash__ = None  # equal by id or by content, which no hash can follow


class TypePrefixSubscription(Subscription):
    """As `TypeSubscription`, for all topic types with a common beginning."""

    def __init__(
        self, topic_type_prefix: str, agent_type: str | AgentType, id: str | None = None
    ) -> None:
        self._topic_type_prefix: str = topic_type_prefix
        self._agent_type: str = _type_name(agent_type)
        self._id: str = id or str(uuid.uuid4())

    @property
    def id(self) -> str:
        """A unique id, by which the subscription can be removed."""
        return self._id

    @property
    def topic_type_prefix(self) -> str:
        """How the types of matching topics begin."""
        return self._topic_type_prefix

    @property
    def agent_type(self) -> str:
        """The type of the agents that receive."""
        return self._agent_type

    def is_match(self, topic_id: TopicId) -> bool:
        """Say whether the topic's type begins with the prefix."""
        return topic_id.type.startswith(self._topic_type_prefix)

    def map_to_agent(self, topic_id: TopicId) -> AgentId:
        """Return the agent whose key is the topic's source."""
        if not topic_id.type.startswith(self._topic_type_prefix):
            raise CantHandleException(f"topic {str(topic_id)!r} does not match this subscription")
        return AgentId(self._agent_type, topic_id.source)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypePrefixSubscription):
            return False
        return self._id == other._id or (
            self._agent_type == other._agent_type
            and self._topic_type_prefix == other._topic_type_prefix
        )

    __hash__ = None  # as above


class SubscriptionInstantiationContext:
    """Tells subscription factories for which agent type they are called."""

    _current: ClassVar[ContextVar[AgentType | None]] = ContextVar(
        "studio_subscribing_type", default=None
    )

    def __init__(self) -> None:
        raise RuntimeStateError(
            "SubscriptionInstantiationContext has no instances; use its class methods."
        )

    @classmethod
    @contextmanager
    def populate_context(cls, ctx: AgentType) -> Generator[None, Any, None]:
        """Make `ctx` the subscribing agent type for the body of a `with` statement."""
        token = cls._current.set(ctx)
        try:
            yield
        finally:
            cls._current.reset(token)

    @classmethod
    def agent_type(cls) -> AgentType:
        """Return the agent type that is being subscribed.

        Raises:
            RuntimeStateError: No subscription is being built by a registration.
        """
        agent_type = cls._current.get()
        if agent_type is None:
            raise RuntimeStateError(
                "no agent type is being registered here",
                hint="Give the agent type, or build the subscription in a registration.",
            )
        return agent_type


class DefaultSubscription(TypeSubscription):
    """Subscribes to one topic type, "default" unless told otherwise.

    Without `agent_type` it has to be made by a registration, which supplies the type.

    Raises:
        CantHandleException: There is neither an agent type nor a registration.
    """

    def __init__(
        self, topic_type: str = "default", agent_type: str | AgentType | None = None
    ) -> None:
        if agent_type is None:
            try:
                agent_type = SubscriptionInstantiationContext.agent_type().type
            except RuntimeError as e:
                raise CantHandleException(
                    "a DefaultSubscription outside a registration needs an agent type",
                    hint="Pass `agent_type`, or decorate the class with `default_subscription`.",
                ) from e
        super().__init__(topic_type, agent_type)


def _type_name(agent_type: str | AgentType) -> str:
    return agent_type.type if isinstance(agent_type, AgentType) else agent_type
