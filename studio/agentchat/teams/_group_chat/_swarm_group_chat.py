"""A team whose participants hand the conversation over to one another."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio.agentchat.base import ChatAgent, TerminationCondition
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    MessageFactory,
)
from studio.agentchat.state import SwarmManagerState
from studio.core import AgentRuntime, Component, ComponentModel, ComponentType

from ._base_group_chat import BaseGroupChat
from ._base_group_chat_manager import BaseGroupChatManager
from .engine.configs import check_agents, dump_condition, load_agents, load_condition
from .engine.errors import SpeakerError, TeamSetupError
from .engine.outlet import Outlet

_RESUME_HINT = (
    "To resume a Swarm after a hand-over to somebody outside, give it a HandoffMessage whose "
    "target is a participant."
)


class SwarmGroupChatManager(BaseGroupChatManager):
    """Gives the word to the target of the latest hand-over."""

    _current_speaker: str = ""
    _last_handoff: HandoffMessage | None = None
    _looked_at: int = 0

    async def validate_group_state(self, messages: list[BaseChatMessage] | None) -> None:
        """Make sure that the latest hand-over has somebody to take it.

        Raises:
            SpeakerError: Its target is no participant.
        """
        handoffs = [m for m in messages or () if isinstance(m, HandoffMessage)]
        if handoffs:
            self._check(handoffs[-1], "The target")
            return
        latest = self._latest_handoff()
        if latest is not None:
            self._check(latest, "The existing handoff target")

    def _check(self, handoff: HandoffMessage, what: str) -> None:
        if handoff.target not in self._participant_names:
            raise SpeakerError(
                f"{what} {handoff.target} is not one of the participants "
                f"{self._participant_names}. {_RESUME_HINT}"
            )

    def _latest_handoff(self) -> HandoffMessage | None:
        """Return the latest hand-over of the thread, looking only at what is new in it."""
        thread = self._message_thread
        if self._looked_at > len(thread):
            self._looked_at, self._last_handoff = 0, None
        for message in reversed(thread[self._looked_at :]):
            if isinstance(message, HandoffMessage):
                self._last_handoff = message
                break
        self._looked_at = len(thread)
        return self._last_handoff

    async def select_speaker(
        self, thread: Sequence[BaseAgentEvent | BaseChatMessage]
    ) -> list[str] | str:
        """Return the target of the latest hand-over; without one, the current speaker.

        Raises:
            SpeakerError: The target is no participant.
        """
        handoff = self._latest_handoff()
        if handoff is not None:
            if handoff.target not in self._participant_names:
                raise SpeakerError(
                    f"{handoff.source!r} has handed over to {handoff.target!r}, who is not one of "
                    f"the participants {self._participant_names}.",
                    hint="Correct the hand-over, or end the run with a HandoffTermination.",
                )
            self._current_speaker = handoff.target
        return self._current_speaker or self._participant_names[0]

    async def reset(self) -> None:
        """Begin with the first participant again."""
        self._current_turn = 0
        self._message_thread.clear()
        await self.reset_condition()
        self._current_speaker = self._participant_names[0]
        self._looked_at, self._last_handoff = 0, None

    async def save_state(self) -> Mapping[str, Any]:
        """Return the thread and who has the word."""
        return {
            "type": "SwarmManagerState",
            "version": "1.0.0",
            **await super().save_state(),
            "current_speaker": self._current_speaker or self._participant_names[0],
        }

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        saved = SwarmManagerState.model_validate(state)
        self._load_thread(saved)
        self._looked_at, self._last_handoff = 0, None
        self._current_speaker = saved.current_speaker


class SwarmConfig(DeferredModel):
    """Config of `Swarm`."""

    name: str | None = None
    """Name of the team."""

    description: str | None = None
    """What the team can do."""

    participants: list[ComponentModel]
    """Agents; the first one begins."""

    termination_condition: ComponentModel | None = None
    """Ends a run."""

    max_turns: int | None = None
    """Ends a run after so many turns."""

    emit_team_events: bool = False
    """Whether the choice of a speaker is an event of the stream."""


class Swarm(BaseGroupChat, Component[SwarmConfig]):
    """A team in which the latest hand-over says who speaks; the first participant begins.

    Args:
        participants: Agents; the first one begins and has to be able to hand over.
        name: Name of the team.
        description: What the team can do.
        termination_condition: Ends a run; without one it goes on until `max_turns`, if ever.
        max_turns: Ends a run after so many turns.
        runtime: Carries the conversation; the caller starts and stops it.
        custom_message_types: Classes of messages besides the built-in ones.
        emit_team_events: Whether the choice of a speaker is an event of the stream.

    Raises:
        ParticipantTypeError: A participant is no agent.
        TeamSetupError: The first participant cannot hand over.
    """

    component_config_schema = SwarmConfig
    component_type: ClassVar[ComponentType] = "team"
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.teams.Swarm"

    DEFAULT_NAME: str = "Swarm"
    DEFAULT_DESCRIPTION: str = "A team of agents."

    def __init__(
        self,
        participants: Sequence[ChatAgent],
        *,
        name: str | None = None,
        description: str | None = None,
        termination_condition: TerminationCondition | None = None,
        max_turns: int | None = None,
        runtime: AgentRuntime | None = None,
        custom_message_types: list[type[BaseAgentEvent | BaseChatMessage]] | None = None,
        emit_team_events: bool = False,
    ) -> None:
        check_agents(participants)
        super().__init__(
            name=name or self.DEFAULT_NAME,
            description=description or self.DEFAULT_DESCRIPTION,
            participants=participants,
            group_chat_manager_name="SwarmGroupChatManager",
            group_chat_manager_class=SwarmGroupChatManager,
            termination_condition=termination_condition,
            max_turns=max_turns,
            runtime=runtime,
            custom_message_types=custom_message_types,
            emit_team_events=emit_team_events,
        )
        if HandoffMessage not in participants[0].produced_message_types:
            raise TeamSetupError(
                "The first participant must be able to produce a handoff messages.",
                hint="Give it `handoffs`, or put an agent first that has some.",
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
        return lambda: SwarmGroupChatManager(
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

    def _to_config(self) -> SwarmConfig:
        return SwarmConfig(
            name=self._name,
            description=self._description,
            participants=[participant.dump_component() for participant in self._participants],
            termination_condition=dump_condition(self._termination_condition),
            max_turns=self._max_turns,
            emit_team_events=self._emit_team_events,
        )

    @classmethod
    def _from_config(cls, config: SwarmConfig) -> Self:
        return cls(
            participants=load_agents(config.participants),
            name=config.name,
            description=config.description,
            termination_condition=load_condition(config.termination_condition),
            max_turns=config.max_turns,
            emit_team_events=config.emit_team_events,
        )
