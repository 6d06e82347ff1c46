"""The agents of a runtime: how they are built, and those that exist."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from studio.core._addressing import AgentId, check_agent_type
from studio.core._runtime.instantiation import AgentInstantiationContext
from studio.core._runtime.protocols import Agent, AgentRuntime
from studio.core._telemetry import ROOT_LOGGER_NAME, emit_event
from studio.core.exceptions import (
    AgentNotFoundError,
    RegistrationError,
    RuntimeStateError,
)
from studio.core.logging import AgentConstructionExceptionEvent

_logger = logging.getLogger(ROOT_LOGGER_NAME)

Factory = Callable[[], Agent | Awaitable[Agent]]


class AgentTable:
    """Builds each agent once, when it is first needed."""

    def __init__(self, runtime: AgentRuntime) -> None:
        self._runtime: AgentRuntime = runtime
        self._factories: dict[str, tuple[Factory, type[Any] | None]] = {}
        self._instance_classes: dict[str, type[Any]] = {}
        self._agents: dict[AgentId, Agent] = {}
        self._building: dict[AgentId, asyncio.Future[Agent]] = {}

    def __iter__(self) -> Iterator[tuple[AgentId, Agent]]:
        return iter(list(self._agents.items()))

    def find(self, agent_id: AgentId) -> Agent | None:
        """Return an agent if it has been built."""
        return self._agents.get(agent_id)

    def is_known(self, agent_type: str) -> bool:
        """Say whether agents of a type can be had."""
        return agent_type in self._factories or agent_type in self._instance_classes

    def add_factory(self, agent_type: str, factory: Factory, expected: type[Any] | None) -> None:
        """Register how agents of a type are built.

        Raises:
            RegistrationError: The type is taken.
        """
        check_agent_type(agent_type)
        if self.is_known(agent_type):
            raise RegistrationError(f"Agent with type {agent_type} already exists.")
        self._factories[agent_type] = (factory, expected)

    def check_instance(self, agent: Agent, agent_id: AgentId) -> None:
        """Raise `RegistrationError` unless an agent may be added under this id."""
        if agent_id in self._agents:
            raise RegistrationError(f"Agent with id {agent_id} already exists.")
        if agent_id.type in self._factories:
            raise RegistrationError(
                f"agents of type {agent_id.type!r} are built by a factory, so no instance can be "
                "registered under that type"
            )
        known_class = self._instance_classes.get(agent_id.type)
        if known_class is not None and known_class is not type(agent):
            raise RegistrationError(
                f"the instances of type {agent_id.type!r} are of class {known_class.__name__}, not "
                f"{type(agent).__name__}"
            )

    def add_instance(self, agent: Agent, agent_id: AgentId) -> None:
        """Register an agent that exists already, after `check_instance`."""
        self._instance_classes[agent_id.type] = type(agent)
        self._agents[agent_id] = agent

    async def get(self, agent_id: AgentId) -> Agent:
        """Return an agent, building it if need be.

        Raises:
            AgentNotFoundError: The type is not registered.
        """
        agent = self._agents.get(agent_id)
        if agent is not None:
            return agent
        if agent_id.type in self._instance_classes:
            return self._refuse_instance(agent_id)
        if agent_id.type not in self._factories:
            raise AgentNotFoundError(f"Agent with name {agent_id.type} not found.")
        under_way = self._building.get(agent_id)
        if under_way is not None:
            return await asyncio.shield(under_way)
        return await self._build(agent_id)

    async def _build(self, agent_id: AgentId) -> Agent:
        result: asyncio.Future[Agent] = asyncio.get_running_loop().create_future()
        self._building[agent_id] = result
        try:
            agent = await self._call_factory(agent_id)
        except BaseException as e:
            _log_failure(agent_id, e)
            if isinstance(e, asyncio.CancelledError):
                result.cancel()
            else:
                result.set_exception(e)
                result.exception()  # others may wait for it; if none does, that is fine too
            raise
        else:
            self._agents[agent_id] = agent
            result.set_result(agent)
            return agent
        finally:
            del self._building[agent_id]

    async def _call_factory(self, agent_id: AgentId) -> Agent:
        factory, expected = self._factories[agent_id.type]
        with AgentInstantiationContext.populate_context((self._runtime, agent_id)):
            built = factory()
            agent = await built if inspect.isawaitable(built) else built
        if expected is not None and not isinstance(agent, expected):
            raise RegistrationError(
                f"Factory registered using the wrong type: expected {expected.__name__}, "
                f"got {type(agent).__name__}"
            )
        return agent

    @staticmethod
    def _refuse_instance(agent_id: AgentId) -> Agent:
        error = RuntimeStateError(
            f"no instance {str(agent_id)!r} is registered, and agents of type {agent_id.type!r} "
            "are not built by a factory",
            hint="A topic may reach a type whose instances have other keys; when publishing to "
            "the default topic, register the instances with `skip_class_subscriptions=False`.",
        )
        _log_failure(agent_id, error)
        raise error


def _log_failure(agent_id: AgentId, error: BaseException) -> None:
    emit_event(AgentConstructionExceptionEvent(agent_id=agent_id, exception=error))
    _logger.error("Error constructing agent %s", agent_id, exc_info=error)
