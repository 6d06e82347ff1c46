"""Agents and teams as tools of other agents."""

from ._agent_tool import AgentTool, AgentToolConfig
from ._task_runner_tool import TaskRunnerTool, TaskRunnerToolArgs
from ._team_tool import TeamTool, TeamToolConfig

__all__ = [
    "AgentTool",
    "AgentToolConfig",
    "TaskRunnerTool",
    "TaskRunnerToolArgs",
    "TeamTool",
    "TeamToolConfig",
]
