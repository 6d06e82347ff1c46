"""For which runtime, and as which agent, a factory is building."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar

from studio.core._addressing import AgentId
from studio.core._runtime.protocols import AgentRuntime
from studio.core.exceptions import RuntimeStateError


class AgentInstantiationContext:
    """Tells a factory, and the agent it builds, the runtime and the id of the agent.

    Example:
        A factory may use both for an agent that does not ask by itself::

            def build() -> Writer:
                return Writer(AgentInstantiationContext.current_agent_id().key)
    """

    _current: ClassVar[ContextVar[tuple[AgentRuntime, AgentId] | None]] = ContextVar(
        "studio_building_agent", default=None
    )

    def __init__(self) -> None:
        raise RuntimeStateError(
            "AgentInstantiationContext has no instances; use its class methods."
        )

    @classmethod
    @contextmanager
    def populate_context(cls, ctx: tuple[AgentRuntime, AgentId]) -> Generator[None, Any, None]:
        """Make `ctx` the runtime and id being built for, for the body of a `with` statement."""
        token = cls._current.set(ctx)
        try:
            yield
        finally:
            cls._current.reset(token)

    @classmethod
    def current_runtime(cls) -> AgentRuntime:
        """Return the runtime that is building an agent.

        Raises:
            RuntimeStateError: No runtime is.
        """
        return cls._required()[0]

    @classmethod
    def current_agent_id(cls) -> AgentId:
        """Return the id of the agent that is being built.

        Raises:
            RuntimeStateError: None is.
        """
        return cls._required()[1]

    @classmethod
    def is_in_factory_call(cls) -> bool:
        """Say whether a runtime is building an agent."""
        return cls._current.get() is not None

    @classmethod
    def _required(cls) -> tuple[AgentRuntime, AgentId]:
        current = cls._current.get()
        if current is None:
            raise RuntimeStateError(
                "no runtime is building an agent here",
                hint="Register a factory with a runtime instead of calling the class yourself.",
            )
        return current
