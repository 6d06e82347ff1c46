"""The saved states, as pydantic models."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from studio._kit.deferred import DeferredModel

_Messages = list[Mapping[str, Any]]


def _empty_context() -> Mapping[str, Any]:
    return {"messages": []}


class BaseState(DeferredModel):
    """What every state says about itself."""

    type: str = "BaseState"
    version: str = "1.0.0"


class AssistantAgentState(BaseState):
    """An assistant: what its model has seen."""

    llm_context: Mapping[str, Any] = Field(default_factory=_empty_context)
    type: str = "AssistantAgentState"


class TeamState(BaseState):
    """A team: the states of its members and its manager by name."""

    agent_states: Mapping[str, Any] = Field(default_factory=dict[str, Any])
    type: str = "TeamState"


class BaseGroupChatManagerState(BaseState):
    """A manager: the thread and the number of the turn."""

    message_thread: list[Mapping[str, Any]] = Field(default_factory=_Messages)
    current_turn: int = 0
    type: str = "BaseGroupChatManagerState"


class ChatAgentContainerState(BaseState):
    """A member of a team: its own state and the messages it has not taken yet."""

    agent_state: Mapping[str, Any] = Field(default_factory=dict[str, Any])
    message_buffer: list[Mapping[str, Any]] = Field(default_factory=_Messages)
    type: str = "ChatAgentContainerState"


class RoundRobinManagerState(BaseGroupChatManagerState):
    """The manager of a round-robin team."""

    next_speaker_index: int = 0
    type: str = "RoundRobinManagerState"


class SelectorManagerState(BaseGroupChatManagerState):
    """The manager of a selector team."""

    previous_speaker: str | None = None
    type: str = "SelectorManagerState"


class SwarmManagerState(BaseGroupChatManagerState):
    """The manager of a swarm."""

    current_speaker: str = ""
    type: str = "SwarmManagerState"


class MagenticOneOrchestratorState(BaseGroupChatManagerState):
    """The orchestrator of a Magentic-One team."""

    task: str = ""
    facts: str = ""
    plan: str = ""
    n_rounds: int = 0
    n_stalls: int = 0
    type: str = "MagenticOneOrchestratorState"


class SocietyOfMindAgentState(BaseState):
    """A society of mind: the state of its inner team."""

    inner_team_state: Mapping[str, Any] = Field(default_factory=dict[str, Any])
    type: str = "SocietyOfMindAgentState"
