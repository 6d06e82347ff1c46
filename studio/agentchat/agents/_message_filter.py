"""An agent that lets another one see only some of the messages."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from studio._kit.deferred import DeferredModel
from studio._kit.run_context import current_run
from studio.agentchat.base import Response
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core import CancellationToken, Component, ComponentModel

from ._base_chat_agent import BaseChatAgent


class PerSourceFilter(DeferredModel):
    """Which messages of one source pass."""

    source: str
    """Name of the agent, or `user`."""

    position: Literal["first", "last"] | None = None
    """Which end is kept; `None` keeps all."""

    count: int | None = None
    """How many are kept; `None` keeps all."""


class MessageFilterConfig(DeferredModel):
    """Which messages pass; sources that are not named do not."""

    per_source: list[PerSourceFilter]
    """Applied in this order, which is also the order of what passes."""


class MessageFilterAgentConfig(DeferredModel):
    """Config of a message filter."""

    name: str
    wrapped_agent: ComponentModel
    filter: MessageFilterConfig


class MessageFilterAgent(BaseChatAgent, Component[MessageFilterAgentConfig]):
    """Passes chosen messages to the agent inside and its answers out.

    Args:
        name: Name; usually that of the agent inside, because the answers carry that one.
        wrapped_agent: The agent inside.
        filter: Which messages it gets to see.
    """

    component_config_schema = MessageFilterAgentConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.agents.MessageFilterAgent"
    )

    def __init__(
        self, name: str, wrapped_agent: BaseChatAgent, filter: MessageFilterConfig
    ) -> None:
        super().__init__(
            name=name, description=f"{wrapped_agent.description} (with message filtering)"
        )
        self._wrapped_agent: BaseChatAgent = wrapped_agent
        self._filter: MessageFilterConfig = filter

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """What the agent inside produces."""
        return self._wrapped_agent.produced_message_types

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Have the agent inside answer what passes."""
        await self._stop_before()
        return await self._wrapped_agent.on_messages(
            self._apply_filter(messages), cancellation_token
        )

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Have the agent inside answer what passes, yielding what it yields."""
        await self._stop_before()
        async for item in self._wrapped_agent.on_messages_stream(
            self._apply_filter(messages), cancellation_token
        ):
            yield item

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Reset the agent inside."""
        await self._wrapped_agent.on_reset(cancellation_token)

    async def on_pause(self, cancellation_token: CancellationToken) -> None:
        """Pause the agent inside."""
        await self._wrapped_agent.on_pause(cancellation_token)

    async def on_resume(self, cancellation_token: CancellationToken) -> None:
        """Resume the agent inside."""
        await self._wrapped_agent.on_resume(cancellation_token)

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state of the agent inside."""
        return await self._wrapped_agent.save_state()

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Give the agent inside its state back."""
        await self._wrapped_agent.load_state(state)

    async def close(self) -> None:
        """Close the agent inside."""
        await self._wrapped_agent.close()

    async def _stop_before(self) -> None:
        run = current_run()
        if run is not None and self.name != self._wrapped_agent.name:
            await run.before("agent", self.name)

    def _apply_filter(self, messages: Sequence[BaseChatMessage]) -> list[BaseChatMessage]:
        passed: list[BaseChatMessage] = []
        for rule in self._filter.per_source:
            passed.extend(_pick([m for m in messages if m.source == rule.source], rule))
        return passed

    def _to_config(self) -> MessageFilterAgentConfig:
        return MessageFilterAgentConfig(
            name=self.name,
            wrapped_agent=self._wrapped_agent.dump_component(),
            filter=self._filter,
        )

    @classmethod
    def _from_config(cls, config: MessageFilterAgentConfig) -> Self:
        return cls(
            name=config.name,
            wrapped_agent=BaseChatAgent.load_component(config.wrapped_agent),
            filter=config.filter,
        )


def _pick(messages: list[BaseChatMessage], rule: PerSourceFilter) -> list[BaseChatMessage]:
    if rule.position is None or rule.count is None:
        return messages
    if rule.position == "first":
        return messages[: rule.count]
    return messages[max(0, len(messages) - rule.count) :]
