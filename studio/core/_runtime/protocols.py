"""What an agent is to a runtime, and a runtime to an agent."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict, TypeVar, overload, runtime_checkable

from studio.core._addressing import AgentId, AgentType, CancellationToken, Subscription, TopicId
from studio.core._wire import MessageSerializer


class AgentMetadata(TypedDict):
    """Who an agent is."""

    type: str
    key: str
    description: str


@dataclass
class MessageContext:
    """What a handler is told about a message."""

    sender: AgentId | None
    """The agent that sent it; `None` when it comes from outside."""

    topic_id: TopicId | None
    """Where it was published; `None` when it was sent directly."""

    is_rpc: bool
    """Whether the sender waits for a reply."""

    cancellation_token: CancellationToken
    """To be passed on to whatever the handler waits for."""

    message_id: str


@runtime_checkable
class Agent(Protocol):
    """What every agent can do."""

    @property
    def metadata(self) -> AgentMetadata:
        """Who the agent is."""
        ...

    @property
    def id(self) -> AgentId:
        """Its address."""
        ...

    async def bind_id_and_runtime(self, id: AgentId, runtime: "AgentRuntime") -> None:
        """Give an agent that was built by hand its address and its runtime."""
        ...

    async def on_message(self, message: Any, ctx: MessageContext) -> Any:
        """Handle a message; what is returned is the reply.

        Raises:
            CantHandleException: The agent cannot handle this message.
        """
        ...

    async def save_state(self) -> Mapping[str, Any]:
        """Return the agent's state as JSON data."""
        ...

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Take over a state that `save_state` has returned."""
        ...

    async def close(self) -> None:
        """Let go of everything; called when the runtime is closed."""
        ...


T = TypeVar("T", bound=Agent)


@runtime_checkable
class AgentRuntime(Protocol):
    """Creates agents and carries messages between them."""

    async def send_message(
        self,
        message: Any,
        recipient: AgentId,
        *,
        sender: AgentId | None = None,
        cancellation_token: CancellationToken | None = None,
        message_id: str | None = None,
    ) -> Any:
        """Send a message to one agent and return its reply.

        Raises:
            CantHandleException: The recipient cannot handle the message.
            UndeliverableException: The message cannot be delivered.
        """
        ...

    async def publish_message(
        self,
        message: Any,
        topic_id: TopicId,
        *,
        sender: AgentId | None = None,
        cancellation_token: CancellationToken | None = None,
        message_id: str | None = None,
    ) -> None:
        """Publish a message to all agents that subscribe to the topic; there is no reply."""
        ...

    async def register_factory(
        self,
        type: str | AgentType,
        agent_factory: Callable[[], T | Awaitable[T]],
        *,
        expected_class: type[T] | None = None,
    ) -> AgentType:
        """Register how agents of a type are built; subscriptions are the caller's business."""
        ...

    async def register_agent_instance(self, agent_instance: Agent, agent_id: AgentId) -> AgentId:
        """Register an agent that exists already; subscriptions are the caller's business."""
        ...

    async def try_get_underlying_agent_instance(
        self,
        id: AgentId,
        type: type[T] = Agent,
    ) -> T:
        """Return the agent object itself, where it lives in this process.

        Raises:
            LookupError: There is no such agent.
            NotAccessibleError: It is not in this process.
            TypeError: It is not of the given class.
        """
        ...

    @overload
    async def get(self, id: AgentId, /, *, lazy: bool = ...) -> AgentId: ...

    @overload
    async def get(
        self, type: AgentType | str, /, key: str = ..., *, lazy: bool = ...
    ) -> AgentId: ...

    async def get(
        self, id_or_type: AgentId | AgentType | str, /, key: str = "default", *, lazy: bool = True
    ) -> AgentId:
        """Return the id of an agent; with `lazy=False`, build the agent now."""
        ...

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state of all agents as JSON data."""
        ...

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Take over a state that `save_state` has returned."""
        ...

    async def agent_metadata(self, agent: AgentId) -> AgentMetadata:
        """Return who an agent is."""
        ...

    async def agent_save_state(self, agent: AgentId) -> Mapping[str, Any]:
        """Return the state of one agent as JSON data."""
        ...

    async def agent_load_state(self, agent: AgentId, state: Mapping[str, Any]) -> None:
        """Have one agent take over a state."""
        ...

    async def add_subscription(self, subscription: Subscription) -> None:
        """Have a subscription obeyed from now on."""
        ...

    async def remove_subscription(self, id: str) -> None:
        """Forget a subscription.

        Raises:
            ValueError: There is none with that id.
        """
        ...

    def add_message_serializer(
        self, serializer: MessageSerializer[Any] | Sequence[MessageSerializer[Any]]
    ) -> None:
        """Register how messages of a type are put into bytes; a later one replaces an earlier."""
        ...
