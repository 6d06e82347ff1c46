"""An agent as a tool."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.agents import BaseChatAgent
from studio.core import Component, ComponentModel

from ._task_runner_tool import TaskRunnerTool


class AgentToolConfig(DeferredModel):
    """Config of an agent as a tool."""

    agent: ComponentModel
    """The agent."""

    return_value_as_last_message: bool = False
    """Whether the tool returns the last message alone."""


class AgentTool(TaskRunnerTool, Component[AgentToolConfig]):
    """Has an agent do tasks for another one.

    The agent remembers what it has done before. Switch parallel tool calls off in the model of the
    caller: one agent cannot work on two tasks at the same time.

    Args:
        agent: The agent; gives the tool its name and description.
        return_value_as_last_message: Whether the tool returns the last message alone instead of
            everything that was said.
    """

    component_config_schema = AgentToolConfig
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.tools.AgentTool"

    def __init__(self, agent: BaseChatAgent, return_value_as_last_message: bool = False) -> None:
        self._agent: BaseChatAgent = agent
        super().__init__(agent, agent.name, agent.description, return_value_as_last_message)

    async def save_state_json(self) -> Mapping[str, Any]:
        """Return the agent's state."""
        return await self._agent.save_state()

    async def load_state_json(self, state: Mapping[str, Any]) -> None:
        """Give the agent its state back."""
        await self._agent.load_state(state)

    def _to_config(self) -> AgentToolConfig:
        return AgentToolConfig(
            agent=self._agent.dump_component(),
            return_value_as_last_message=self._return_value_as_last_message,
        )

    @classmethod
    def _from_config(cls, config: AgentToolConfig) -> Self:
        agent = BaseChatAgent.load_component(config.agent)
        return cls(agent, return_value_as_last_message=config.return_value_as_last_message)
