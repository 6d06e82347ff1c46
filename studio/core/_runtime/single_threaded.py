"""The runtime for agents that all live in one event loop."""

import asyncio
import uuid
from asyncio import Task
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from studio.core._addressing import AgentId, AgentType, CancellationToken, Subscription, TopicId
from studio.core._runtime.agent_table import AgentTable
from studio.core._runtime.dispatcher import Dispatcher
from studio.core._runtime.envelopes import PublishEnvelope, SendEnvelope
from studio.core._runtime.gate import Gate
from studio.core._runtime.interception import InterventionHandler
from studio.core._runtime.journal import Journal
from studio.core._runtime.protocols import Agent, AgentMetadata, AgentRuntime
from studio.core._runtime.subscription_table import SubscriptionTable
from studio.core._telemetry import RuntimeSpans
from studio.core._wire import MessageSerializer, SerializationRegistry
from studio.core.exceptions import AgentClassError, RuntimeStateError, UndeliverableException
from studio.core.logging import DeliveryStage, MessageKind

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider

T = TypeVar("T", bound=Agent)

_LONGEST_WAIT_S = 0.05
"""How long `stop_when` waits for a message to be handled before it looks at its condition."""


class SingleThreadedAgentRuntime(AgentRuntime):
    """Carries messages between agents in one event loop, first in, first out.

    Each message is handled in a task of its own, so an agent can be inside several handlers at
    once. The context variables of the sender are those of the handler.

    Args:
        intervention_handlers: See each message before it is delivered, in this order.
        tracer_provider: Where spans go; by default to the provider that the program has set for
            OpenTelemetry, if any.
        ignore_unhandled_exceptions: Whether an error in the handler of a published message is
            only logged; if not, the first one is raised by the next `process_next`, or by the
            call that stops the runtime.
    """

    def __init__(
        self,
        *,
        intervention_handlers: list[InterventionHandler] | None = None,
        tracer_provider: "TracerProvider | None" = None,
        ignore_unhandled_exceptions: bool = True,
    ) -> None:
        self._serialization_registry: SerializationRegistry = SerializationRegistry()
        self._journal: Journal = Journal(self._serialization_registry)
        self._spans: RuntimeSpans = RuntimeSpans(
            tracer_provider, "autogen SingleThreadedAgentRuntime"
        )
        self._agents: AgentTable = AgentTable(self)
        self._subscriptions: SubscriptionTable = SubscriptionTable()
        self._dispatcher: Dispatcher = Dispatcher(
            self._agents,
            self._subscriptions,
            Gate(intervention_handlers or (), self._journal, self._spans),
            self._journal,
            self._spans,
            keep_errors=not ignore_unhandled_exceptions,
        )

    @property
    def unprocessed_messages_count(self) -> int:
        """How many messages are queued; those being handled do not count."""
        return len(self._dispatcher.mailbox)

    async def send_message(
        self,
        message: Any,
        recipient: AgentId,
        *,
        sender: AgentId | None = None,
        cancellation_token: CancellationToken | None = None,
        message_id: str | None = None,
    ) -> Any:
        """Send a message to one agent and return its reply; its error is raised here as it is.

        The runtime has to be running, or `process_next` has to be called meanwhile.

        Raises:
            UndeliverableException: The type is unknown, or the runtime was stopped first.
            MessageDroppedException: An intervention handler dropped the message or the reply.
        """
        token = CancellationToken() if cancellation_token is None else cancellation_token
        self._journal.moved(message, sender, recipient, MessageKind.DIRECT, DeliveryStage.SEND)
        with self._spans.step("create", recipient, attributes=lambda: _type_fact(message)):
            mailbox = self._dispatcher.mailbox
            if not self._agents.is_known(recipient.type):
                raise UndeliverableException(
                    "Recipient not found", hint=f"No agent of type {recipient.type!r} exists."
                )
            if mailbox.closed:
                raise UndeliverableException("the runtime has been stopped by an error")
            future = asyncio.get_running_loop().create_future()
            token.link_future(future)
            mailbox.put(
                SendEnvelope(
                    message,
                    message_id or str(uuid.uuid4()),
                    sender,
                    recipient,
                    token,
                    future,
                    copy_context(),
                    self._spans.here(),
                )
            )
            return await future

    async def publish_message(
        self,
        message: Any,
        topic_id: TopicId,
        *,
        sender: AgentId | None = None,
        cancellation_token: CancellationToken | None = None,
        message_id: str | None = None,
    ) -> None:
        """Publish a message to all agents that subscribe to the topic, except its sender.

        Returns at once; errors of the handlers do not come back here.
        """
        token = CancellationToken() if cancellation_token is None else cancellation_token
        with self._spans.step("create", topic_id, attributes=lambda: _type_fact(message)):
            self._journal.moved(message, sender, topic_id, MessageKind.PUBLISH, DeliveryStage.SEND)
            mailbox = self._dispatcher.mailbox
            if mailbox.closed:  # an error is waiting to be raised by the call that stops
                return
            mailbox.put(
                PublishEnvelope(
                    message,
                    message_id or str(uuid.uuid4()),
                    sender,
                    topic_id,
                    token,
                    copy_context(),
                    self._spans.here(),
                )
            )

    async def process_next(self) -> None:
        """Hand out one message, waiting for it if there is none.

        Raises the error that an earlier published message left, if such errors are not ignored.
        """
        await self._dispatcher.process_next()

    def start(self) -> None:
        """Begin to hand out messages in the background.

        Raises:
            RuntimeStateError: It has been started already.
        """
        if self._dispatcher.loop_task is not None:
            raise RuntimeStateError("Runtime is already started")
        self._dispatcher.start()

    async def stop(self) -> None:
        """Stop at once: what is queued is dropped, what is being handled goes on.

        Raises:
            RuntimeStateError: It is not running.
        """
        self._require_started()
        await self._dispatcher.halt()

    async def stop_when_idle(self) -> None:
        """Stop as soon as nothing is queued or being handled.

        Raises:
            RuntimeStateError: It is not running.
        """
        loop_task = self._require_started()
        await self._dispatcher.mailbox.idle()
        await self._halt(loop_task)

    async def stop_when(self, condition: Callable[[], bool]) -> None:
        """Stop as soon as `condition` is true; it is asked after each message handled.

        Raises:
            RuntimeStateError: It is not running.
        """
        loop_task = self._require_started()
        mailbox = self._dispatcher.mailbox
        while not condition() and not mailbox.closed:
            try:
                await asyncio.wait_for(mailbox.change(), _LONGEST_WAIT_S)
            except TimeoutError:
                continue  # what the condition looks at may have nothing to do with messages
        await self._halt(loop_task)

    async def close(self) -> None:
        """Stop if running, end the handlers that are left, and close all agents."""
        try:
            if self._dispatcher.loop_task is not None:
                await self._dispatcher.halt()
        finally:
            await self._dispatcher.end_handlers()
            for _, agent in self._agents:
                await agent.close()

    async def register_factory(
        self,
        type: str | AgentType,
        agent_factory: Callable[[], T | Awaitable[T]],
        *,
        expected_class: type[T] | None = None,
    ) -> AgentType:
        """Register how agents of a type are built; each is built when first needed.

        Raises:
            RegistrationError: The type is taken. An agent of another class than
                `expected_class` raises the same, when it is built.
        """
        agent_type = AgentType(type) if isinstance(type, str) else type
        self._agents.add_factory(agent_type.type, agent_factory, expected_class)
        return agent_type

    async def register_agent_instance(self, agent_instance: Agent, agent_id: AgentId) -> AgentId:
        """Register an agent that exists already.

        Raises:
            RegistrationError: The id is taken, or the type has a factory or another class.
            RuntimeStateError: The agent belongs to another id or runtime.
        """
        self._agents.check_instance(agent_instance, agent_id)
        await agent_instance.bind_id_and_runtime(id=agent_id, runtime=self)
        self._agents.add_instance(agent_instance, agent_id)
        return agent_id

    async def try_get_underlying_agent_instance(
        self,
        id: AgentId,
        type: type[T] = Agent,
    ) -> T:
        """Return the agent object itself, building it if need be.

        Raises:
            AgentNotFoundError: The type is not registered.
            AgentClassError: The agent is not of the given class.
        """
        agent = await self._agents.get(id)
        if not isinstance(agent, type):
            raise AgentClassError(
                f"Agent with name {id.type} is not of type {type.__name__}. It is of type "
                f"{agent.__class__.__name__}"
            )
        return agent

    async def get(
        self, id_or_type: AgentId | AgentType | str, /, key: str = "default", *, lazy: bool = True
    ) -> AgentId:
        """Return the id of an agent; with `lazy=False`, build the agent now."""
        agent_id = id_or_type if isinstance(id_or_type, AgentId) else AgentId(id_or_type, key)
        if not lazy:
            await self._agents.get(agent_id)
        return agent_id

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state of all agents that have been built, by the text of their ids."""
        return {str(agent_id): dict(await agent.save_state()) for agent_id, agent in self._agents}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Take over a state, building agents as needed; unknown types are skipped."""
        for text, agent_state in state.items():
            agent_id = AgentId.from_str(text)
            if self._agents.is_known(agent_id.type):
                await (await self._agents.get(agent_id)).load_state(agent_state)

    async def agent_metadata(self, agent: AgentId) -> AgentMetadata:
        """Return who an agent is."""
        return (await self._agents.get(agent)).metadata

    async def agent_save_state(self, agent: AgentId) -> Mapping[str, Any]:
        """Return the state of one agent."""
        return await (await self._agents.get(agent)).save_state()

    async def agent_load_state(self, agent: AgentId, state: Mapping[str, Any]) -> None:
        """Have one agent take over a state."""
        await (await self._agents.get(agent)).load_state(state)

    async def add_subscription(self, subscription: Subscription) -> None:
        """Have a subscription obeyed from now on.

        Raises:
            RegistrationError: There is an equal one.
        """
        self._subscriptions.add(subscription)

    async def remove_subscription(self, id: str) -> None:
        """Forget the subscription with this id.

        Raises:
            RegistrationError: There is none.
        """
        self._subscriptions.remove(id)

    def add_message_serializer(
        self, serializer: MessageSerializer[Any] | Sequence[MessageSerializer[Any]]
    ) -> None:
        """Register how messages of a type are put into bytes; a later one replaces an earlier."""
        self._serialization_registry.add_serializer(serializer)

    def _require_started(self) -> "Task[None]":
        loop_task = self._dispatcher.loop_task
        if loop_task is None:
            raise RuntimeStateError("Runtime is not started")
        return loop_task

    async def _halt(self, loop_task: "Task[None]") -> None:
        if self._dispatcher.loop_task is loop_task:  # else somebody else has stopped it
            await self._dispatcher.halt()


def _type_fact(message: Any) -> dict[str, str]:
    return {"messaging.message.type": type(message).__name__}
