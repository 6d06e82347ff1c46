"""A team whose participants speak in turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.base import ChatAgent, Team, TerminationCondition
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, MessageFactory
from studio.agentchat.state import RoundRobinManagerState
from studio.core import AgentRuntime, Component, ComponentModel, ComponentType

from ._base_group_chat import BaseGroupChat
from ._base_group_chat_manager import BaseGroupChatManager
from .engine.configs import dump_condition, load_condition, load_participants
from .engine.outlet import Outlet


class RoundRobinGroupChatManager(BaseGroupChatManager):
    """Lets the participants speak in the order of the list, over and over."""

    _next_speaker_index: int = 0

    async def validate_group_state(self, messages: list[BaseChatMessage] | None) -> None:
        """Accept any messages."""

    async def select_speaker(
        self, thread: Sequence[BaseAgentEvent | BaseChatMessage]
    ) -> list[str] | str:
        """Return the next of the list."""
        index = self._next_speaker_index
        self._next_speaker_index = (index + 1) % len(self._participant_names)
        return self._participant_names[index]

    async def reset(self) -> None:
        """Begin with the first participant again."""
        self._current_turn = 0
        self._message_thread.clear()
        await self.reset_condition()
        self._next_speaker_index = 0

    async def save_state(self) -> Mapping[str, Any]:
        """Return the thread and who is next."""
        return {
            "type": "RoundRobinManagerState",
            "version": "1.0.0",
            **await super().save_state(),
            "next_speaker_index": self._next_speaker_index,
        }

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        saved = RoundRobinManagerState.model_validate(state)
        self._load_thread(saved)
        self._next_speaker_index = saved.next_speaker_index % len(self._participant_names)


class RoundRobinGroupChatConfig(DeferredModel):
    """Config of `RoundRobinGroupChat`."""

    name: str | None = None
    """Name of the team."""

    description: str | None = None
    """What the team can do."""

    participants: list[ComponentModel]
    """Agents and teams, in the order they speak."""

    termination_condition: ComponentModel | None = None
    """Ends a run."""

    max_turns: int | None = None
    """Ends a run after so many turns."""

    emit_team_events: bool = False
    """Whether the choice of a speaker is an event of the stream."""


class RoundRobinGroupChat(BaseGroupChat, Component[RoundRobinGroupChatConfig]):
    """A team whose participants speak one after the other, in the order of the list.

    Args:
        participants: Agents and teams, in the order they speak.
        name: Name of the team.
        description: What the team can do.
        termination_condition: Ends a run; without one it goes on until `max_turns`, if ever.
        max_turns: Ends a run after so many turns.
        runtime: Carries the conversation; the caller starts and stops it.
        custom_message_types: Classes of messages besides the built-in ones.
        emit_team_events: Whether the choice of a speaker is an event of the stream.
    """

    component_config_schema = RoundRobinGroupChatConfig
    component_type: ClassVar[ComponentType] = "team"
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.teams.RoundRobinGroupChat"
    )

    DEFAULT_NAME: str = "RoundRobinGroupChat"
    DEFAULT_DESCRIPTION: str = "A team of agents."

    def __init__(
        self,
        participants: Sequence[ChatAgent | Team],
        *,
        name: str | None = None,
        description: str | None = None,
        termination_condition: TerminationCondition | None = None,
        max_turns: int | None = None,
        runtime: AgentRuntime | None = None,
        custom_message_types: list[type[BaseAgentEvent | BaseChatMessage]] | None = None,
        emit_team_events: bool = False,
    ) -> None:
        super().__init__(
            name=name or self.DEFAULT_NAME,
            description=description or self.DEFAULT_DESCRIPTION,
            participants=participants,
            group_chat_manager_name="RoundRobinGroupChatManager",
            group_chat_manager_class=RoundRobinGroupChatManager,
            termination_condition=termination_condition,
            max_turns=max_turns,
            runtime=runtime,
            custom_message_types=custom_message_types,
            emit_team_events=emit_team_events,
        )

    def _create_group_chat_manager_factory(
        self,
        name: str,
        group_topic_type: str,
        output_topic_type: str,
        participant_topic_types: list[str],
        participant_names: list[str],
        participant_descriptions: list[str],
        output_message_queue: Outlet,
        termination_condition: TerminationCondition | None,
        max_turns: int | None,
        message_factory: MessageFactory,
    ) -> Callable[[], BaseGroupChatManager]:
        return lambda: RoundRobinGroupChatManager(
            name,
            group_topic_type,
            output_topic_type,
            participant_topic_types,
            participant_names,
            participant_descriptions,
            output_message_queue,
            termination_condition,
            max_turns,
            message_factory,
            self._emit_team_events,
        )

    def _to_config(self) -> RoundRobinGroupChatConfig:
        return RoundRobinGroupChatConfig(
            name=self._name,
            description=self._description,
            participants=[participant.dump_component() for participant in self._participants],
            termination_condition=dump_condition(self._termination_condition),
            max_turns=self._max_turns,
            emit_team_events=self._emit_team_events,
        )

    @classmethod
    def _from_config(cls, config: RoundRobinGroupChatConfig) -> Self:
        return cls(
            participants=load_participants(config.participants),
            name=config.name,
            description=config.description,
            termination_condition=load_condition(config.termination_condition),
            max_turns=config.max_turns,
            emit_team_events=config.emit_team_events,
        )
