"""Which agent is handling a message right now."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar

from studio.core._addressing.agent_id import AgentId
from studio.core.exceptions import RuntimeStateError


class MessageHandlerContext:
    """Tells code inside a message handler which agent it works for."""

    current_agent: ClassVar[ContextVar[AgentId | None]] = ContextVar(
        "studio_handling_agent", default=None
    )
    """Set by the runtime around each handler."""

    def __init__(self) -> None:
        raise RuntimeStateError("MessageHandlerContext has no instances; use its class methods.")

    @classmethod
    @contextmanager
    def populate_context(cls, ctx: AgentId) -> Generator[None, Any, None]:
        """Make `ctx` the handling agent for the body of a `with` statement."""
        token = cls.current_agent.set(ctx)
        try:
            yield
        finally:
            cls.current_agent.reset(token)

    @classmethod
    def agent_id(cls) -> AgentId:
        """Return the id of the agent whose handler runs now.

        Raises:
            RuntimeStateError: No handler is running.
        """
        agent_id = cls.current_agent.get()
        if agent_id is None:
            raise RuntimeStateError("no message handler is running here, so there is no agent id")
        return agent_id

    @classmethod
    def current(cls) -> AgentId | None:
        """Return the id of the agent whose handler runs now, if there is one."""
        return cls.current_agent.get()
