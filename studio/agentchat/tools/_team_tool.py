"""A team as a tool."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.base import Team
from studio.core import Component, ComponentModel

from ._task_runner_tool import TaskRunnerTool


class TeamToolConfig(DeferredModel):
    """Config of a team as a tool."""

    name: str
    """Name of the tool."""

    description: str
    """What the team can do."""

    team: ComponentModel
    """The team."""

    return_value_as_last_message: bool = False
    """Whether the tool returns the last message alone."""


class TeamTool(TaskRunnerTool, Component[TeamToolConfig]):
    """Has a team do tasks for an agent.

    Args:
        team: The team.
        name: Name of the tool.
        description: What the team can do.
        return_value_as_last_message: Whether the tool returns the last message alone instead of
            everything that was said.
    """

    component_config_schema = TeamToolConfig
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.tools.TeamTool"

    def __init__(
        self,
        team: Team,
        name: str,
        description: str,
        return_value_as_last_message: bool = False,
    ) -> None:
        self._team: Team = team
        super().__init__(team, name, description, return_value_as_last_message)

    async def save_state_json(self) -> Mapping[str, Any]:
        """Return the team's state."""
        return await self._team.save_state()

    async def load_state_json(self, state: Mapping[str, Any]) -> None:
        """Give the team its state back."""
        await self._team.load_state(state)

    def _to_config(self) -> TeamToolConfig:
        return TeamToolConfig(
            name=self.name,
            description=self.description,
            team=self._team.dump_component(),
            return_value_as_last_message=self._return_value_as_last_message,
        )

    @classmethod
    def _from_config(cls, config: TeamToolConfig) -> Self:
        return cls(
            team=Team.load_component(config.team),
            name=config.name,
            description=config.description,
            return_value_as_last_message=config.return_value_as_last_message,
        )
