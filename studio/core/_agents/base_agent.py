"""What agents have in common."""

import inspect
import warnings
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar, Self, final

from studio._kit.errors import UsageError
from studio.core._addressing import (
    AgentId,
    AgentType,
    CancellationToken,
    Subscription,
    SubscriptionInstantiationContext,
    TopicId,
    TypePrefixSubscription,
    TypeSubscription,
)
from studio.core._runtime import (
    Agent,
    AgentInstantiationContext,
    AgentMetadata,
    AgentRuntime,
    MessageContext,
)
from studio.core._wire import MessageSerializer
from studio.core.exceptions import AgentNotBoundError, RuntimeStateError

UnboundSubscription = Callable[[], list[Subscription] | Awaitable[list[Subscription]]]
"""Builds the subscriptions of a class for the agent type it is being registered as."""

HandledTypes = list[tuple[type[Any], list[MessageSerializer[Any]]]]
"""Message types, each with its serializers."""


class BaseAgent(ABC, Agent):
    """An agent with a description, that knows its id and runtime, and can send and publish.

    Built by a factory it belongs to the runtime that called the factory; built by hand, to the
    one it is registered with by `register_instance`.
    """

    internal_unbound_subscriptions_list: ClassVar[list[UnboundSubscription]] = []
    """What the class decorators have added; not inherited."""

    internal_extra_handles_types: ClassVar[HandledTypes] = []
    """Message types that the class handles beyond those of its handlers; not inherited."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.internal_unbound_subscriptions_list = []
        cls.internal_extra_handles_types = []

    def __init__(self, description: str) -> None:
        if not isinstance(description, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise UsageError("Agent description must be a string")
        self._description: str = description
        self._id: AgentId | None = None
        self._runtime: AgentRuntime | None = None
        if AgentInstantiationContext.is_in_factory_call():
            self._runtime = AgentInstantiationContext.current_runtime()
            self._id = AgentInstantiationContext.current_agent_id()

    @property
    def metadata(self) -> AgentMetadata:
        """Who the agent is."""
        return AgentMetadata(key=self.id.key, type=self.id.type, description=self._description)

    @property
    def type(self) -> str:
        """The type part of its id."""
        return self.id.type

    @property
    def id(self) -> AgentId:
        """Its address.

        Raises:
            AgentNotBoundError: It belongs to no runtime yet.
        """
        if self._id is None:
            raise AgentNotBoundError(f"this {type(self).__name__} has not been registered yet")
        return self._id

    @property
    def runtime(self) -> AgentRuntime:
        """The runtime it belongs to.

        Raises:
            AgentNotBoundError: There is none yet.
        """
        if self._runtime is None:
            raise AgentNotBoundError(f"this {type(self).__name__} has not been registered yet")
        return self._runtime

    async def bind_id_and_runtime(self, id: AgentId, runtime: AgentRuntime) -> None:
        """Take an id and a runtime.

        Raises:
            RuntimeStateError: The agent has another already.
        """
        if self._id is not None and self._id != id:
            raise RuntimeStateError("Agent is already bound to a different ID")
        if self._runtime is not None and self._runtime != runtime:
            raise RuntimeStateError("Agent is already bound to a different runtime")
        self._id = id
        self._runtime = runtime

    @final
    async def on_message(self, message: Any, ctx: MessageContext) -> Any:
        """Handle a message; override `on_message_impl`."""
        return await self.on_message_impl(message, ctx)

    @abstractmethod
    async def on_message_impl(self, message: Any, ctx: MessageContext) -> Any:
        """Handle a message; what is returned is the reply."""

    async def send_message(
        self,
        message: Any,
        recipient: AgentId,
        *,
        cancellation_token: CancellationToken | None = None,
        message_id: str | None = None,
    ) -> Any:
        """Send a message to one agent and return its reply."""
        return await self.runtime.send_message(
            message,
            recipient=recipient,
            sender=self.id,
            cancellation_token=cancellation_token or CancellationToken(),
            message_id=message_id,
        )

    async def publish_message(
        self,
        message: Any,
        topic_id: TopicId,
        *,
        cancellation_token: CancellationToken | None = None,
    ) -> None:
        """Publish a message to all who subscribe to the topic, except this agent."""
        await self.runtime.publish_message(
            message, topic_id, sender=self.id, cancellation_token=cancellation_token
        )

    async def save_state(self) -> Mapping[str, Any]:
        """Return no state, with a warning; to be overridden."""
        warnings.warn("save_state not implemented", stacklevel=2)
        return {}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Ignore the state, with a warning; to be overridden."""
        warnings.warn("load_state not implemented", stacklevel=2)

    async def close(self) -> None:
        """Let go of everything; nothing here, to be overridden."""

    async def register_instance(
        self,
        runtime: AgentRuntime,
        agent_id: AgentId,
        *,
        skip_class_subscriptions: bool = True,
        skip_direct_message_subscription: bool = False,
    ) -> AgentId:
        """Register this very agent with a runtime.

        It subscribes to the topic type that is its key.

        Args:
            runtime: The runtime.
            agent_id: The agent's address there.
            skip_class_subscriptions: Whether to leave out what the class decorators subscribe to.
            skip_direct_message_subscription: Whether to leave out topics that begin with the
                agent's type and a colon.

        Raises:
            RegistrationError: The id is taken, or the type has a factory or another class.
            RuntimeStateError: This agent belongs to another id or runtime.
        """
        agent_id = await runtime.register_agent_instance(agent_instance=self, agent_id=agent_id)
        await runtime.add_subscription(TypeSubscription(agent_id.key, agent_id.type))
        if not skip_class_subscriptions:
            for subscription in await self._class_subscriptions(AgentType(agent_id.type)):
                await _add_unless_there(runtime, subscription)
        if not skip_direct_message_subscription:
            await _add_unless_there(runtime, _direct_subscription(agent_id.type))
        self._register_serializers(runtime)
        return agent_id

    @classmethod
    async def register(
        cls,
        runtime: AgentRuntime,
        type: str,
        factory: Callable[[], Self | Awaitable[Self]],
        *,
        skip_class_subscriptions: bool = False,
        skip_direct_message_subscription: bool = False,
    ) -> AgentType:
        """Register with a runtime how agents of this class are built.

        Args:
            runtime: The runtime.
            type: The type name the agents get there.
            factory: Builds one; called for each key when it is first needed.
            skip_class_subscriptions: Whether to leave out what the class decorators subscribe to.
            skip_direct_message_subscription: Whether to leave out topics that begin with the
                type and a colon.

        Raises:
            RegistrationError: The type is taken. A factory that builds another class raises the
                same, when it is first called.
        """
        agent_type = await runtime.register_factory(
            type=AgentType(type), agent_factory=factory, expected_class=cls
        )
        if not skip_class_subscriptions:
            for subscription in await cls._class_subscriptions(agent_type):
                await runtime.add_subscription(subscription)
        if not skip_direct_message_subscription:
            await runtime.add_subscription(_direct_subscription(agent_type.type))
        cls._register_serializers(runtime)
        return agent_type

    @classmethod
    def _handles_types(cls) -> HandledTypes:
        return cls.internal_extra_handles_types

    @classmethod
    def _register_serializers(cls, runtime: AgentRuntime) -> None:
        for _, serializers in cls._handles_types():
            runtime.add_message_serializer(serializers)

    @classmethod
    async def _class_subscriptions(cls, agent_type: AgentType) -> list[Subscription]:
        subscriptions: list[Subscription] = []
        with SubscriptionInstantiationContext.populate_context(agent_type):
            for build in cls.internal_unbound_subscriptions_list:
                built = build()
                subscriptions.extend(await built if inspect.isawaitable(built) else built)
        return subscriptions


def _direct_subscription(agent_type: str) -> Subscription:
    return TypePrefixSubscription(topic_type_prefix=f"{agent_type}:", agent_type=agent_type)


async def _add_unless_there(runtime: AgentRuntime, subscription: Subscription) -> None:
    try:
        await runtime.add_subscription(subscription)
    except ValueError:
        return  # another instance of the type has brought it
