"""A handle on an agent wherever it lives."""

from collections.abc import Awaitable, Mapping
from typing import Any

from studio.core._addressing import AgentId, CancellationToken
from studio.core._runtime.protocols import AgentMetadata, AgentRuntime


class AgentProxy:
    """Lets code use an agent through its id, as if it held the agent."""

    def __init__(self, agent: AgentId, runtime: AgentRuntime) -> None:
        self._agent: AgentId = agent
        self._runtime: AgentRuntime = runtime

    @property
    def id(self) -> AgentId:
        """The agent's address."""
        return self._agent

    @property
    def metadata(self) -> Awaitable[AgentMetadata]:
        """Who the agent is; has to be awaited."""
        return self._runtime.agent_metadata(self._agent)

    async def send_message(
        self,
        message: Any,
        *,
        sender: AgentId,
        cancellation_token: CancellationToken | None = None,
        message_id: str | None = None,
    ) -> Any:
        """Send the agent a message and return its reply."""
        return await self._runtime.send_message(
            message,
            recipient=self._agent,
            sender=sender,
            cancellation_token=cancellation_token,
            message_id=message_id,
        )

    async def save_state(self) -> Mapping[str, Any]:
        """Return the agent's state as JSON data."""
        return await self._runtime.agent_save_state(self._agent)

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Have the agent take over a state."""
        await self._runtime.agent_load_state(self._agent, state)
