"""An agent made of one function."""

import inspect
import warnings
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar, get_type_hints, runtime_checkable

from studio.core._addressing import (
    AgentId,
    AgentType,
    CancellationToken,
    Subscription,
    SubscriptionInstantiationContext,
    TopicId,
    TypePrefixSubscription,
)
from studio.core._agents.base_agent import BaseAgent
from studio.core._agents.handler_types import AnyType, get_types
from studio.core._runtime import (
    AgentInstantiationContext,
    AgentMetadata,
    AgentRuntime,
    MessageContext,
)
from studio.core._wire import try_get_known_serializers_for_type
from studio.core.exceptions import CantHandleException, HandlerSignatureError, RuntimeStateError

T = TypeVar("T")
ClosureAgentType = TypeVar("ClosureAgentType", bound="ClosureAgent")

UnknownTypePolicy = Literal["error", "warn", "ignore"]


@runtime_checkable
class ClosureContext(Protocol):
    """What the function of a closure agent can do."""

    @property
    def id(self) -> AgentId:
        """The agent's address."""
        ...

    async def send_message(
        self,
        message: Any,
        recipient: AgentId,
        *,
        cancellation_token: CancellationToken | None = None,
        message_id: str | None = None,
    ) -> Any:
        """Send a message to one agent and return its reply."""
        ...

    async def publish_message(
        self,
        message: Any,
        topic_id: TopicId,
        *,
        cancellation_token: CancellationToken | None = None,
    ) -> None:
        """Publish a message to all who subscribe to the topic."""
        ...


class ClosureAgent(BaseAgent, ClosureContext):
    """Gives each message to one async function; to be registered with `register_closure`.

    Args:
        description: What the agent does.
        closure: Takes a `ClosureContext`, the message and a `MessageContext`. The annotation of
            the message says which types it is for.
        unknown_type_policy: What to do with a message of another type: raise, warn and leave it,
            or give it to the function all the same.

    Raises:
        RuntimeStateError: It is not built by a runtime.
    """

    def __init__(
        self,
        description: str,
        closure: Callable[[ClosureContext, T, MessageContext], Awaitable[Any]],
        *,
        unknown_type_policy: UnknownTypePolicy = "warn",
    ) -> None:
        if not AgentInstantiationContext.is_in_factory_call():
            raise RuntimeStateError(
                "a ClosureAgent can only be built by a runtime",
                hint="Use `ClosureAgent.register_closure`.",
            )
        super().__init__(description)
        self._closure: Callable[[ClosureContext, Any, MessageContext], Awaitable[Any]] = closure
        self._expected_types: tuple[type[Any], ...] = _handled_types(closure)
        self._unknown_type_policy: UnknownTypePolicy = unknown_type_policy

    @property
    def metadata(self) -> AgentMetadata:
        """Who the agent is."""
        return super().metadata

    @property
    def id(self) -> AgentId:
        """Its address."""
        return super().id

    @property
    def runtime(self) -> AgentRuntime:
        """The runtime it belongs to."""
        return super().runtime

    async def on_message_impl(self, message: Any, ctx: MessageContext) -> Any:
        """Call the function."""
        expected = self._expected_types
        if type(message) not in expected and AnyType not in expected:
            text = f"Message type {type(message)} not in target types {expected} of {self.id}."
            if self._unknown_type_policy == "error":
                raise CantHandleException(
                    text, hint="Set `unknown_type_policy` to 'warn' or 'ignore'."
                )
            if self._unknown_type_policy == "warn":
                warnings.warn(
                    f"{text} Set unknown_type_policy to 'error' to raise an exception, or "
                    "'ignore' to have the function called.",
                    stacklevel=1,
                )
                return None
        return await self._closure(self, message, ctx)

    async def save_state(self) -> Mapping[str, Any]:
        """Return nothing; a function has no state."""
        return {}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Do nothing."""

    @classmethod
    async def register_closure(
        cls,
        runtime: AgentRuntime,
        type: str,
        closure: Callable[[ClosureContext, T, MessageContext], Awaitable[Any]],
        *,
        unknown_type_policy: UnknownTypePolicy = "warn",
        skip_direct_message_subscription: bool = False,
        description: str = "",
        subscriptions: Callable[[], list[Subscription] | Awaitable[list[Subscription]]]
        | None = None,
    ) -> AgentType:
        """Register a function as an agent; handy for taking messages out of a runtime.

        Args:
            runtime: The runtime.
            type: The type name the agent gets there.
            closure: Takes a `ClosureContext`, the message and a `MessageContext`.
            unknown_type_policy: What to do with a message of another type than annotated.
            skip_direct_message_subscription: Whether to leave out topics that begin with the
                type and a colon.
            description: What the agent does.
            subscriptions: Builds the agent's subscriptions.

        Returns:
            The agent type.

        Raises:
            RegistrationError: The type is taken.
            HandlerSignatureError: The function lacks the annotations.

        Example:
            Collect what agents publish::

                queue = asyncio.Queue[Result]()


                async def collect(agent: ClosureContext, message: Result, ctx: MessageContext):
                    await queue.put(message)


                await ClosureAgent.register_closure(
                    runtime, "collect", collect, subscriptions=lambda: [DefaultSubscription()]
                )
        """
        handled_types = _handled_types(closure)

        def build() -> ClosureAgent:
            return cls(description, closure, unknown_type_policy=unknown_type_policy)

        agent_type = await runtime.register_factory(
            type=AgentType(type), agent_factory=build, expected_class=cls
        )
        for subscription in await _build_subscriptions(subscriptions, agent_type):
            await runtime.add_subscription(subscription)
        if not skip_direct_message_subscription:
            await runtime.add_subscription(
                TypePrefixSubscription(f"{agent_type.type}:", agent_type.type)
            )
        for handled in handled_types:
            runtime.add_message_serializer(try_get_known_serializers_for_type(handled))
        return agent_type


async def _build_subscriptions(
    build: Callable[[], list[Subscription] | Awaitable[list[Subscription]]] | None,
    agent_type: AgentType,
) -> list[Subscription]:
    if build is None:
        return []
    with SubscriptionInstantiationContext.populate_context(agent_type):
        built = build()
        return await built if inspect.isawaitable(built) else built


def _handled_types(closure: Callable[..., Any]) -> tuple[type[Any], ...]:
    names = [name for name in inspect.signature(closure).parameters if name != "self"]
    if len(names) != 3:
        raise HandlerSignatureError(
            "a closure takes a ClosureContext, a message and a MessageContext"
        )
    hints = get_type_hints(closure)
    if "return" not in hints or names[1] not in hints:
        raise HandlerSignatureError(
            f"{'return' if 'return' not in hints else names[1]} not found in the annotations of "
            "the closure"
        )
    types = get_types(hints[names[1]])
    if types is None or get_types(hints["return"]) is None:
        raise HandlerSignatureError(
            "the annotations of the closure are not classes or unions of classes"
        )
    return types
