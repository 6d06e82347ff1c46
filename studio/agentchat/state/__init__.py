"""Shapes of the saved states of agents and teams."""

from ._states import (
    AssistantAgentState,
    BaseGroupChatManagerState,
    BaseState,
    ChatAgentContainerState,
    MagenticOneOrchestratorState,
    RoundRobinManagerState,
    SelectorManagerState,
    SocietyOfMindAgentState,
    SwarmManagerState,
    TeamState,
)

__all__ = [
    "AssistantAgentState",
    "BaseGroupChatManagerState",
    "BaseState",
    "ChatAgentContainerState",
    "MagenticOneOrchestratorState",
    "RoundRobinManagerState",
    "SelectorManagerState",
    "SocietyOfMindAgentState",
    "SwarmManagerState",
    "TeamState",
]
